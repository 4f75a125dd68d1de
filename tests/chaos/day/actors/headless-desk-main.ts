import { io } from 'socket.io-client'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { toOrderRules } from '#domain/queue/order-rules'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { Room } from '#domain/rooms/room'
import { api, unwrap } from '../../../../islands/data/api.ts'
import { watchClinicDay } from '../../../../islands/data/clinic-day.ts'
import { connectLive } from '../../../../islands/data/live.ts'
import { SOCKET_OPTIONS } from '../../../../islands/data/socket-options.ts'
import type { Action } from '../../../../islands/patients/available-actions.ts'
import { createQueueModel } from '../../../../islands/queue/queue-model.ts'
import { createRegisterModel } from '../../../../islands/register/register-model.ts'
import { pageOptions as sharedOptions } from '../../../support/actors/page-environment.ts'
import { formatNumber } from '../checks/expected-view.ts'
import { recordFetchWrites } from './fetch-writes.ts'
import { onCommand, sendToParent } from './headless-process.ts'

export type DeskCommand =
  | { getState: true }
  | { press: Action; patient: string }
  | { register: string; isPriority: boolean }
  | { retry: true }

const {
  url,
  cookie = '',
  room,
  timeZone,
} = sharedOptions as typeof sharedOptions & {
  room: string | null
  timeZone: string
}
recordFetchWrites(sendToParent)
connectLive(io(url, { ...SOCKET_OPTIONS, extraHeaders: { cookie } }))

const patients = (await unwrap(api.patients.$get())).map(fromPatientJson)
const rooms = await unwrap(api.windows.$get())
const { nextNumber } = await unwrap(api.patients['next-number'].$get())
const rules = toOrderRules({})
const initialData = {
  patients,
  rooms,
  rules,
  receipts: [],
  nextNumber,
  now: new Date().toISOString(),
  timeZone,
}
if (room === null) runReception()
else runRoom(room)
watchClinicDay(timeZone)
sendToParent({ isReady: true })

function runRoom(name: string) {
  const model = createQueueModel(initialData)
  model.patients.watch()
  model.rooms.watch()
  model.selectedRoomId.value = rooms.find(candidate => candidate.name === name)?.id ?? null

  function press(step: Action, patientName: string) {
    const patient = model.shown.value.find(candidate => candidate.name === patientName)
    if (!patient || model.busyIds.value.has(patient.id)) return
    if (step === 'Requeue') model.commands.requeue(patient, REQUEUE_REASONS[0], null)
    else if (step === 'Recall to Last Room') model.commands.recall(patient)
    else if (step === 'Dispense') model.commands.dispense(patient)
    else if (step === 'Complete') model.commands.complete(patient)
    else if (step === 'Delete') model.commands.remove(patient)
    else model.commands.call(patient)
  }

  onCommand((command: DeskCommand) => {
    if ('press' in command) press(command.press, command.patient)
    if (!('getState' in command)) return
    const { priority, active, waiting } = model.lists.value
    return {
      priority: priority.map(cardOf),
      active: active.map(cardOf),
      waiting: waiting.map(cardOf),
      rooms: model.callableRooms.value.map(optionOf),
      unsure: model.patients.data.value
        .filter(({ id }) => model.unsureIds.value.has(id))
        .map(({ name }) => name),
    }
  })
}

function cardOf({ number, name, status, room }: Patient) {
  return { number: formatNumber(number), name: name ?? '', status, room: room?.name ?? '' }
}

function optionOf({ name, currentPatientNumber }: Room) {
  return currentPatientNumber === null ? name : `${name} (${formatNumber(currentPatientNumber)})`
}

function runReception() {
  const model = createRegisterModel(initialData)
  model.patients.watch()
  model.next.watch()

  onCommand((command: DeskCommand) => {
    if ('register' in command) {
      const { register: name, isPriority } = command
      model.edit({ name })
      if (isPriority) model.edit({ isPriority, reason: 'FEVER' })
    }
    if ('register' in command) model.register()
    if ('retry' in command) model.outbox.retry()
    if (!('getState' in command)) return
    return {
      isSending: model.outbox.isSending.value,
      isStopped: model.outbox.isStopped.value,
      nextNumber: formatNumber(model.next.data.value.nextNumber),
      total: model.total.value,
      recent: model.recent.value.map(({ number, name }) => `${formatNumber(number)} ${name}`),
    }
  })
}
