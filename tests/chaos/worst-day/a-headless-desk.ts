import { io } from 'socket.io-client'
import type { Patient } from '#domain/patients/patient'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { Room } from '#domain/rooms/room'
import { api, unwrap } from '../../../islands/data/api.ts'
import { connectLive } from '../../../islands/data/live.ts'
import { SOCKET_OPTIONS } from '../../../islands/data/socket-options.ts'
import type { Action } from '../../../islands/patients/available-actions.ts'
import { createQueueModel } from '../../../islands/queue/queue-model.ts'
import { createRegisterModel } from '../../../islands/register/register-model.ts'
import { wish as common } from '../../support/a-page.ts'
import { obey, tell } from './headless.ts'
import { padded } from './sight.ts'
import { tellWrites } from './tell-writes.ts'

/** The models of the Queue or the Register screen, their socket and their retries, without a screen. */
export type DeskOrder =
  | { look: true }
  | { press: Action; patient: string }
  | { register: string; isPriority: boolean }
  | { again: true }

// What the runner hands over, on top of what every page without a screen gets.
const {
  url,
  cookie = '',
  room,
  timeZone,
} = common as typeof common & {
  room: string | null
  timeZone: string
}
tellWrites(tell)
connectLive(io(url, { ...SOCKET_OPTIONS, extraHeaders: { cookie } }))

const [patients, rooms] = [await unwrap(api.patients.$get()), await unwrap(api.windows.$get())]
const { nextNumber } = await unwrap(api.patients['next-number'].$get())
const first = { patients, rooms, nextNumber, now: new Date().toISOString(), timeZone }
if (room === null) beReception()
else beRoom(room)
tell({ isReady: true })

function beRoom(name: string) {
  const board = createQueueModel(first)
  board.patients.watch()
  board.rooms.watch()
  board.selectedRoomId.value = rooms.find(one => one.name === name)?.id ?? null

  function press(step: Action, patientName: string) {
    const patient = board.shown.value.find(one => one.name === patientName)
    if (!patient || board.busyIds.value.has(patient.id)) return
    if (step === 'Requeue') board.commands.requeue(patient, REQUEUE_REASONS[0])
    else if (step === 'Recall to Last Room') board.commands.recall(patient)
    else if (step === 'Dispense') board.commands.dispense(patient)
    else if (step === 'Complete') board.commands.complete(patient)
    else if (step === 'Delete') board.remove(patient)
    else board.commands.call(patient)
  }

  obey((order: DeskOrder) => {
    if ('press' in order) press(order.press, order.patient)
    if (!('look' in order)) return
    const { priority, active, waiting } = board.lists.value
    return {
      priority: priority.map(cardOf),
      active: active.map(cardOf),
      waiting: waiting.map(cardOf),
      rooms: board.callableRooms.value.map(optionOf),
    }
  })
}

function cardOf({ number, name, status, windowName }: Patient) {
  return { number: padded(number), name: name ?? '', status, room: windowName ?? '' }
}

function optionOf({ name, currentPatientNumber }: Room) {
  return currentPatientNumber === null ? name : `${name} (${padded(currentPatientNumber)})`
}

function beReception() {
  const desk = createRegisterModel(first)
  desk.patients.watch()
  desk.next.watch()

  obey((order: DeskOrder) => {
    if ('register' in order) {
      const { register: name, isPriority } = order
      desk.edit({ name })
      if (isPriority) desk.edit({ isPriority, reason: 'FEVER' })
    }
    if ('register' in order || 'again' in order) void desk.register()
    if (!('look' in order)) return
    return {
      typed: desk.form.value.name,
      isBusy: desk.isBusy.value,
      nextNumber: padded(desk.next.data.value.nextNumber),
      total: desk.total.value,
      recent: desk.recent.value.map(({ number, name }) => `${padded(number)} ${name}`),
    }
  })
}
