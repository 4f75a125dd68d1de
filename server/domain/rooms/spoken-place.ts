import { fold } from '../fold.ts'
import { type Named, splitRoom } from './room-label.ts'

/** The kinds of rooms that the voice has words for. */
export const PLACE_TYPES = [
  'room',
  'counter',
  'consultation',
  'treatment',
  'dispensary',
  'x-ray',
  'lab',
  'registration',
] as const
export type PlaceType = (typeof PLACE_TYPES)[number]

/** A room as it is spoken: its kind, and its number digit by digit ('' without one). */
export type SpokenPlace = { type: PlaceType; digits: string }

/** How doors are named in the four languages, without their number. */
const WORDS: Record<PlaceType, string[]> = {
  room: ['room', 'bilik', '房', '房间', '室', 'அறை'],
  counter: ['counter', 'kaunter', '柜台', 'கவுண்டர்'],
  consultation: [
    ...['consultation', 'consultation room', 'consult room', 'doctor', 'doctor room'],
    ...['bilik rundingan', 'bilik konsultasi', 'bilik doktor', '诊室', '诊疗室', 'ஆலோசனை அறை'],
  ],
  treatment: ['treatment', 'treatment room', 'bilik rawatan', '治疗室', 'சிகிச்சை அறை'],
  dispensary: ['dispensary', 'pharmacy', 'farmasi', '药房', 'மருந்தகம்'],
  'x-ray': ['xray', 'xray room', 'bilik xray', 'x光', 'x光室', 'எக்ஸ்ரே', 'எக்ஸ்ரே அறை'],
  lab: ['lab', 'laboratory', 'makmal', '化验室', 'ஆய்வகம்'],
  registration: [
    ...['registration', 'registration counter', 'reception'],
    ...['pendaftaran', 'kaunter pendaftaran', '登记处', '挂号处', 'பதிவு'],
  ],
}

const NUMBER_LAST = /^(.*?)\s*(?:no\.?\s*)?(\d{0,4})$/
const DIFFERS = /\d|^\s*\p{L}\s*$/u
const NUMBER_FIRST = /^(\d{1,4})\s*号?\s*(\D+)$/

/** Null if the kind of room is not known; then only the patient's number is said. */
export function findSpokenPlace(room: Named, chosen: PlaceType | null = null): SpokenPlace | null {
  const { place, doctor } = splitRoom(room)
  const door = fold(place).replace(/x[- ]ray/, 'xray')
  if (chosen) return { type: chosen, digits: findOnlyNumber(door) }
  // Behind it two doors may differ: Room 1 - 1, Room 1 - 2.
  if (DIFFERS.test(fold(doctor))) return null
  const [, last = '', digits = ''] = NUMBER_LAST.exec(door) ?? []
  const known = findType(last)
  if (known) return { type: known, digits }
  const [, number = '', rest = ''] = NUMBER_FIRST.exec(door) ?? []
  const type = findType(rest)
  return type && { type, digits: number }
}

/** '' for none, for several, and for one like 3A, because half of it would be another room. */
function findOnlyNumber(door: string) {
  const numbers = (door.match(/[a-z\d]+/g) ?? []).filter(word => /\d/.test(word))
  const [number = ''] = numbers
  return numbers.length === 1 && /^\d{1,4}$/.test(number) ? number : ''
}

function findType(words: string): PlaceType | null {
  const types = Object.keys(WORDS) as PlaceType[]
  return types.find(type => WORDS[type].includes(words)) ?? null
}
