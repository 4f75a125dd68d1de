import {
  DEFAULT_TV_OPTIONS,
  isInScope,
  isRoomShown,
  type TvOptions,
} from '#domain/display/tv-options'
import { type ShownCalls, type TvTile, toTvPatient } from '#domain/display/tv-patient'
import { chooseTvLanguages } from '#domain/display/words/languages'
import { getQueueTexts, getTvWords } from '#domain/display/words/translate'
import { formatDatedLabel, type Patient } from '#domain/patients/patient'
import * as lists from '#domain/queue/lists'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import { type Room, toPatientRoom } from '#domain/rooms/room'
import { pickSettings, type SettingsReader } from '#domain/settings/settings'
import { isEnabled } from '#domain/settings-record'
import { toPageTimeZone } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { getPrayerTimes } from './prayer-times.ts'
import {
  getActive,
  getCallHistory,
  getCurrentCall,
  getNewestCall,
  getPatients,
  getQueues,
  getRooms,
  QUEUE_TABLES,
} from './queue.ts'
import { getMedia, getSettings } from './settings.ts'
import { getEstimates } from './waiting/estimates.ts'

/** The rows of the longest layout, plus one row that may become the current call. */
const INITIAL_HISTORY = 6

export async function getDisplayState(
  app: App,
  reader: SettingsReader,
  options: TvOptions = DEFAULT_TV_OPTIONS,
) {
  const [shown, settings, media, newestCall] = await Promise.all([
    getShownCalls(app, options, INITIAL_HISTORY),
    getSettings(app),
    getMedia(app),
    getNewestCall(app),
  ])
  return {
    ...shown,
    settings: pickSettings(settings, reader),
    media,
    prayerTimes: isEnabled(settings, 'showPrayerTimes') ? await getPrayerTimes(app) : null,
    newestCall,
    now: app.now(),
    isDemo: app.config.isDemo,
  }
}

/** Most missed calls that fit in one line. */
const MAX_MISSED = 6
/** Tables of everything shown, except the forecast, which is made once a minute. */
export const SHOWN_TABLES = [...QUEUE_TABLES, 'queue_rooms', 'settings'] as const

export async function getShownCalls(
  app: App,
  options: TvOptions,
  maxHistory: number,
): Promise<ShownCalls> {
  const [current, history, active, rooms, queues, settings] = await Promise.all([
    getCurrentCall(app, options),
    getCallHistory(app, options),
    getActive(app),
    getRooms(app),
    getQueues(app),
    getSettings(app),
  ])
  const { today } = getCurrentDays(app)
  const words = getTvWords(chooseTvLanguages(options.textLanguages, settings))
  const toShown = (patient: Patient) => toTvPatient(patient, options.names)
  const missed = options.showsMissed ? await getMissed(app, options) : []
  return {
    current: current && toShown(current),
    history: history.slice(0, maxHistory).map(toShown),
    queueTexts: getQueueTexts(
      {
        waitingCount: options.showsWaiting ? await countWaiting(app, options) : null,
        range: options.showsRange ? await getRange(app, options) : null,
        missed: missed.slice(0, MAX_MISSED).map(one => formatDatedLabel(one, today)),
      },
      words,
    ),
    tiles: options.layout === 'tiles' ? toTiles({ rooms, queues, active }, options) : [],
    options,
    words,
    timeZone: toPageTimeZone(app.config.timeZone),
    today,
  }
}

/** Includes missed calls whose room is unknown or was deleted, so every TV shows them. */
async function getMissed(app: App, options: TvOptions) {
  const read = async () => lists.getMissed(await getPatients(app), app.now())
  const missed = await app.cached('missed', read, QUEUE_TABLES)
  return missed.filter(({ lastRoom: room, queue }) => {
    const isRoomKnown = typeof room?.id === 'number'
    return !isRoomKnown || isInScope(options, { room, queue })
  })
}

/** Counts by the TV's queues, or the whole clinic, because waiting patients have no room yet. */
async function countWaiting(app: App, { queues }: TvOptions) {
  if (queues.length === 0) return (await getDepth(app)).waiting
  const isShown = ({ queue }: Patient) => queue !== null && queues.includes(queue.id)
  return lists.getQueueDepth((await getPatients(app)).filter(isShown)).waiting
}

/** Returns null if the TV has several queues, because each queue has a different range. */
async function getRange(app: App, { queues: [queueId, ...others] }: TvOptions) {
  const estimates = await getEstimates(app)
  if (queueId === undefined) return estimates.general
  return others.length === 0 ? (estimates.queues.get(queueId) ?? null) : null
}

function getDepth(app: App) {
  const read = async () => lists.getQueueDepth(await getPatients(app))
  return app.cached('queue depth', read, QUEUE_TABLES)
}

type TilesOf = { rooms: Room[]; queues: ClinicQueue[]; active: Patient[] }

function toTiles({ rooms, queues, active }: TilesOf, options: TvOptions): TvTile[] {
  const shown = active.filter(patient => isInScope(options, patient))
  return rooms
    .filter(room => room.isActive && isRoomShown(options, room, queues))
    .map(one => {
      const called = lists.findCurrentCall(shown.filter(({ room }) => room?.id === one.id))
      return { room: toPatientRoom(one), patient: called && toTvPatient(called, options.names) }
    })
}
