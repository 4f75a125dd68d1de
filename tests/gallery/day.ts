import type { StatusChange } from '#domain/queue/transitions'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { changePatientStatus, registerPatient } from '../../server/actions/patients.ts'
import { addRoom, renameRoom } from '../../server/actions/rooms.ts'
import { saveSettings } from '../../server/actions/settings.ts'
import { ADMIN, type App, ROOMS } from '../support/server/test-clinic.ts'
import { LONG_NAMES, nameOf } from './people.ts'

const MINUTE_MS = 60_000
const CAME = 30

/** The third room; a new clinic has two. */
const THREE = 4

function ago(clinic: App, minutes: number): App {
  const at = new Date(Date.parse(clinic.now()) - minutes * MINUTE_MS).toISOString()
  return { ...clinic, now: () => at }
}

export function register(clinic: App, name: string | null, minutesAgo = 0, reason?: string) {
  const priority = reason ? { isPriority: true, priorityReason: reason } : {}
  return registerPatient(ago(clinic, minutesAgo), { name, ...priority }, ADMIN.id)
}

function move(clinic: App, id: number, change: StatusChange, minutesAgo = 0) {
  return changePatientStatus(ago(clinic, minutesAgo), id, change, ADMIN.id)
}

export function call(clinic: App, id: number, windowId: number, minutesAgo = 0) {
  return move(clinic, id, { status: 'called', windowId }, minutesAgo)
}

export function miss(clinic: App, id: number) {
  return move(clinic, id, { status: 'missed' })
}

export async function nameTheRooms(clinic: App) {
  await renameRoom(clinic, ROOMS.one, { name: 'Room 1 - Dr. Aminah' })
  await renameRoom(clinic, ROOMS.two, { name: 'Room 2 - Dr. Lim' })
  await addRoom(clinic, { name: 'Room 3 - Dr. Raj' })
}

const PRIORITY: Record<number, string> = {
  5: 'PREGNANT, 36 WEEKS',
  11: 'ELDERLY, CANNOT STAND LONG',
  17: 'CHEST PAIN SINCE THIS MORNING, SENT BY DR. LIM TO BE SEEN BEFORE ALL THE OTHERS',
}

/**
 * A morning at ten: some are completed, some are with doctors, some came back or wait for medicine.
 */
export async function aMorning(clinic: App) {
  await nameTheRooms(clinic)
  for (let index = 0; index < CAME; index++) {
    await register(clinic, nameOf(index), 58 - (index * 56) / CAME, PRIORITY[index])
  }
  for (const [id, room, minutesAgo] of CALLED_EARLIER) {
    await call(clinic, id, room, minutesAgo)
    await move(clinic, id, NEXT_STATUS[id] ?? { status: 'completed' }, minutesAgo - 2)
  }
  await call(clinic, 4, ROOMS.dispensary, 5)
  for (const [id, room, minutesAgo] of CALLED_NOW) await call(clinic, id, room, minutesAgo)
  await move(clinic, 9, { status: 'in-progress' }, 3)
}

/** Patient, room, and how many minutes ago. */
const CALLED_EARLIER = [
  [1, ROOMS.one, 40],
  [2, ROOMS.two, 38],
  [3, THREE, 34],
  [4, ROOMS.one, 28],
  [5, ROOMS.two, 24],
  [7, THREE, 18],
  [8, ROOMS.one, 12],
] as const

const NEXT_STATUS: Record<number, StatusChange> = {
  3: { status: 'requeue', requeueReason: 'XRAY' },
  4: { status: 'dispensary' },
  5: { status: 'dispensary' },
  7: { status: 'requeue', requeueReason: 'Waiting for the Test result' },
  8: { status: 'dispensary' },
}

const CALLED_NOW = [
  [9, ROOMS.two, 6],
  [10, THREE, 4],
  [6, ROOMS.one, 1],
] as const

export async function longNames(clinic: App) {
  await nameTheRooms(clinic)
  await renameRoom(clinic, THREE, { name: 'Treatment Room 3 - Dr. Rajeswari Pillai' })
  let minutesAgo = 45
  for (const name of LONG_NAMES) {
    await register(clinic, name, minutesAgo)
    minutesAgo -= 10
  }
  await register(clinic, 'NUR AISYAH BINTI RAHMAN', 3, 'ELDERLY, CANNOT STAND LONG. '.repeat(3))
  await call(clinic, 1, THREE, 2)
}

export function save(clinic: App, settings: Record<string, string>) {
  const changes = Object.entries(settings).map(([key, value]) => {
    return { key, value, category: SETTINGS_SCHEMA[key]?.category ?? 'display' }
  })
  return saveSettings(clinic, changes)
}
