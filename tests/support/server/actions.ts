import type { SettingInput } from '#domain/settings/settings'
import type { NewUser } from '#domain/users/new-user'
import * as tokens from '../../../server/actions/api-tokens.ts'
import * as appointments from '../../../server/actions/appointments.ts'
import * as auth from '../../../server/actions/auth.ts'
import * as calls from '../../../server/actions/call-next.ts'
import * as media from '../../../server/actions/media.ts'
import * as patients from '../../../server/actions/patients.ts'
import * as queues from '../../../server/actions/queues.ts'
import * as rooms from '../../../server/actions/rooms.ts'
import * as settings from '../../../server/actions/settings.ts'
import * as tvs from '../../../server/actions/tv/tv-devices.ts'
import * as undo from '../../../server/actions/undo.ts'
import * as users from '../../../server/actions/users.ts'
import type { App } from '../../../server/context.ts'
import { type Tx, write } from '../../../server/write.ts'
import { ADMIN } from './test-clinic.ts'

/** The action as a write by itself, done by the administrator. */
function act<Rest extends unknown[], Result extends object, Shown>(
  action: (tx: Tx, ...rest: Rest) => Promise<Result>,
  show: (result: Result) => Shown,
) {
  return async (app: App, ...rest: Rest) => {
    const by = { user: ADMIN, address: null }
    return show(await write(app, by, tx => action(tx, ...rest)))
  }
}

type Input = Parameters<typeof media.storeImage>[1]

export const registerPatient = act(patients.registerPatient, ({ patient }) => patient)
export const changePatientStatus = act(patients.changePatientStatus, ({ patient }) => patient)
export const bringBack = act(patients.bringBack, ({ patient }) => patient)
export const deletePatient = act(patients.deletePatient, ({ patient }) => patient)
export const resetQueue = act(patients.resetQueue, ({ deletedCount }) => deletedCount)
export const callNext = act(calls.callNext, ({ next, finished }) => ({ next, finished }))
export const undoStep = act(undo.undoStep, ({ patient }) => patient)
export const undoReset = act(undo.undoReset, ({ restoredCount }) => restoredCount)
export const addQueue = act(queues.addQueue, ({ queue }) => queue)
export const importAppointments = act(appointments.importAppointments, ({ expected }) => expected)
export const addRoom = act(rooms.addRoom, ({ room }) => room)
export const renameRoom = act(rooms.renameRoom, ({ room }) => room)
export const toggleRoom = act(rooms.toggleRoom, ({ room }) => room)
export const deleteRoom = act(rooms.deleteRoom, ({ room }) => room)
export const saveSettings = act(
  (tx: Tx, inputs: SettingInput[]) => settings.saveSettings(tx, inputs, 'admin'),
  ({ before, saved }) => ({ before, saved }),
)
export const deleteMedia = act(media.deleteMedia, ({ name }) => name)
export const addLink = act(media.addLink, ({ item }) => item)
const addTv = act(tvs.createTvDevice, ({ device }) => device)
const addToken = act(tokens.createApiToken, ({ id }) => id)
const addUser = act(users.createUser, user => user)
const startSession = act(auth.signIn, ({ session }) => session)
const addImage = act(media.addImage, ({ item }) => item)
export const toggleUser = act(users.toggleUser, ({ user }) => user)
export const changeTvOptions = act(tvs.changeTvOptions, ({ device }) => device)
export const revokeTvDevice = act(tvs.revokeTvDevice, ({ name }) => name)

export async function createTvDevice(app: App, input: Parameters<typeof tvs.createTvDevice>[1]) {
  const { token, hash } = app.newTokens.make(Date.parse(app.now()))
  return { token, device: await addTv(app, input, hash) }
}

export async function createApiToken(app: App, input: Parameters<typeof tokens.createApiToken>[1]) {
  const { token, hash } = app.newTokens.make(Date.parse(app.now()))
  return { token, id: await addToken(app, input, hash) }
}

export async function createUser(app: App, input: NewUser) {
  return addUser(app, input, await users.hashNewPassword(app, input))
}

type Sent = Parameters<typeof auth.verifyCredentials>

export async function signIn(app: App, form: Sent[1], client: Sent[2]) {
  return startSession(app, await auth.verifyCredentials(app, form, client))
}

export async function uploadImage(app: App, upload: Input) {
  return addImage(app, await media.storeImage(app, upload))
}
