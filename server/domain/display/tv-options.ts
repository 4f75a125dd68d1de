import type { Patient } from '../patients/patient.ts'
import { type ClinicQueue, getServed } from '../queues/patient-queue.ts'
import type { Room } from '../rooms/room.ts'
import { listLetters } from '../text.ts'
import type { VoiceLanguage } from '../voice/languages.ts'
import type { TvLanguage } from './words/languages.ts'

export const TV_LAYOUTS = ['classic', 'tiles'] as const
export const NAME_MODES = ['full', 'initials', 'number'] as const
export type NameMode = (typeof NAME_MODES)[number]
/** The share of the screen, in percent, that a TV cuts off at each edge. */
export const OVERSCANS = [0, 2.5, 5] as const

export type TvOptions = {
  layout: (typeof TV_LAYOUTS)[number]
  /** Room ids. The TV shows every room if `rooms` and `queues` are empty. */
  rooms: number[]
  /** Queue ids. The TV also shows the calls of these queues, in any room. */
  queues: number[]
  names: NameMode
  showsWaiting: boolean
  showsRange: boolean
  showsMissed: boolean
  overscan: (typeof OVERSCANS)[number]
  hasSound: boolean
  hasVoice: boolean
  languages: VoiceLanguage[]
  /** Languages of the TV's fixed words; an empty list uses the clinic's languages. */
  textLanguages: TvLanguage[]
  /** The only origin whose pages may frame the TV's page; '' allows no origin. */
  frameOrigin: string
  /** True if a signed-in user's browser is the TV. This TV may remove itself. */
  isScreen?: true
}

export const DEFAULT_TV_OPTIONS: TvOptions = {
  layout: 'classic',
  rooms: [],
  queues: [],
  names: 'full',
  showsWaiting: false,
  showsRange: false,
  showsMissed: false,
  overscan: 0,
  hasSound: true,
  hasVoice: true,
  languages: [],
  textLanguages: [],
  frameOrigin: '',
}

export type TvScope = Pick<TvOptions, 'rooms' | 'queues'>

export const showsAll = ({ rooms, queues }: TvScope) => rooms.length + queues.length === 0

export function isInScope(scope: TvScope, { room, queue }: Pick<Patient, 'room' | 'queue'>) {
  if (showsAll(scope)) return true
  const isOf = (ids: number[], one: { id: number | null } | null) =>
    typeof one?.id === 'number' && ids.includes(one.id)
  return isOf(scope.rooms, room) || isOf(scope.queues, queue)
}

export function isRoomShown(scope: TvScope, room: Pick<Room, 'id'>, queues: ClinicQueue[]) {
  if (showsAll(scope) || scope.rooms.includes(room.id)) return true
  const served = getServed(queues, room)
  return scope.queues.some(id => served.has(id))
}

/** Returns the part of the name that a TV may show; null if it may show only the number. */
export function maskName(
  { name, isDiscreet }: Pick<Patient, 'name' | 'isDiscreet'>,
  mode: NameMode,
) {
  return isDiscreet ? null : shortenName(name, mode)
}

/** Shortens a name. Expects null instead of a discreet patient's name. */
export function shortenName(name: string | null, mode: NameMode) {
  if (name === null || mode === 'number') return null
  return mode === 'full' ? name : toInitials(name)
}

/** 'N. A. B.' for 'NUR AISYAH BINTI', '陈.' for '陈 伟 明'; null if it would be the whole name. */
function toInitials(name: string) {
  const words = name.split(/\s+/).map(listLetters)
  const initials = words.flatMap(([first]) => (first === undefined ? [] : [`${first}.`]))
  const isWholeName = words.every(letters => letters.length <= 1)
  if (!isWholeName) return initials.join(' ')
  return (initials[1] && initials[0]) ?? null
}

/** Maximum size of each text on a TV, in px of the stage. Long texts shrink to fit. */
export const TEXT_SIZES = {
  clinicName: 44,
  calling: 40,
  callName: 120,
  historyName: 36,
}
