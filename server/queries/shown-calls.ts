import { getQueueTexts } from '#domain/display/queue-texts'
import { isInScope, type TvOptions } from '#domain/display/tv-options'
import { type ShownCalls, type TvTile, toTvPatient } from '#domain/display/tv-patient'
import { chooseTvLanguages } from '#domain/display/words/languages'
import { getTvWords } from '#domain/display/words/tv-words'
import type { Patient } from '#domain/patients/patient'
import * as lists from '#domain/queue/lists'
import { type Room, toPatientRoom } from '#domain/rooms/room'
import { toPageTimeZone } from '#domain/time'
import type { App } from '../context.ts'
import {
  getActive,
  getCallHistory,
  getCurrentCall,
  getPatients,
  getRooms,
  QUEUE_TABLES,
} from './queue.ts'
import { getSettings } from './settings.ts'
import { getEstimates } from './waiting/estimates.ts'

/** What fits in one line. */
const MAX_MISSED = 6
/** All that is shown, but for the forecast, which is made once a minute. */
export const SHOWN_TABLES = [...QUEUE_TABLES, 'settings'] as const

export async function getShownCalls(
  app: App,
  options: TvOptions,
  maxHistory: number,
): Promise<ShownCalls> {
  const [current, history, active, rooms, settings] = await Promise.all([
    getCurrentCall(app, options),
    getCallHistory(app, options),
    getActive(app),
    getRooms(app),
    getSettings(app),
  ])
  const words = getTvWords(chooseTvLanguages(options.textLanguages, settings))
  const toShown = (patient: Patient) => toTvPatient(patient, options.names)
  const missed = options.showsMissed ? await getMissed(app, options) : []
  return {
    current: current && toShown(current),
    history: history.slice(0, maxHistory).map(toShown),
    queueTexts: getQueueTexts(
      {
        // It counts the whole clinic, because who waits has no room yet.
        waitingCount: options.showsWaiting ? (await getDepth(app)).waiting : null,
        range: options.showsRange ? (await getEstimates(app)).general : null,
        missed: missed.slice(0, MAX_MISSED).map(({ number }) => number),
      },
      words,
    ),
    tiles: options.layout === 'tiles' ? toTiles(rooms, active, options) : [],
    options,
    words,
    timeZone: toPageTimeZone(app.config.timeZone),
  }
}

/** Every TV shows them if the room is not known, or was deleted. */
async function getMissed(app: App, options: TvOptions) {
  const read = async () => lists.getMissed(await getPatients(app), app.now())
  const missed = await app.cached('missed', read, QUEUE_TABLES)
  return missed.filter(({ lastRoom }) => {
    const roomId = lastRoom?.id ?? null
    return roomId === null || isInScope(options, roomId)
  })
}

function getDepth(app: App) {
  const read = async () => lists.getQueueDepth(await getPatients(app))
  return app.cached('queue depth', read, QUEUE_TABLES)
}

function toTiles(rooms: Room[], patients: Patient[], options: TvOptions): TvTile[] {
  return rooms
    .filter(room => room.isActive && isInScope(options, room.id))
    .map(one => {
      const called = lists.findCurrentCall(patients.filter(({ room }) => room?.id === one.id))
      return { room: toPatientRoom(one), patient: called && toTvPatient(called, options.names) }
    })
}
