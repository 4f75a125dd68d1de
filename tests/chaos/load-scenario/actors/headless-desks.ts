import { type Card, formatCard } from '../checks/expected-view.ts'
import type { Desk, Reception, RecordedWrite } from './desk-actor.ts'
import type { DeskCommand } from './headless-desk-main.ts'
import { startHeadlessProcess } from './headless-process.ts'

type Connection = { url: string; cookie: string; timeZone: string }
type DeskMessage = RecordedWrite | { isReady: true }
type QueueState = { priority: Card[]; active: Card[]; waiting: Card[]; rooms: string[] }
type RegisterState = {
  isSending: boolean
  isStopped: boolean
  nextNumber: string
  total: number
  recent: string[]
}

export async function startHeadlessDesk(
  name: string,
  connection: Connection,
  onWrite: (write: RecordedWrite) => void,
): Promise<Desk & { close(): void }> {
  const { request, close } = await startDesk(name, { ...connection, room: name }, onWrite)
  const getState = () => request<QueueState>({ getState: true })
  return {
    name,
    consoleErrors: [],
    close,
    press: (patient, press) => request({ press, patient }),
    async lists() {
      const { priority, active, waiting } = await getState()
      return {
        'Priority Patients': priority,
        'Active Patients': active,
        'Waiting Patients': waiting,
      }
    },
    async getView() {
      const { priority, active, waiting, rooms } = await getState()
      return {
        'Priority Patients': priority.map(formatCard),
        'Active Patients': active.map(formatCard),
        'Waiting Patients': waiting.map(formatCard),
        'rooms to call from': rooms,
      }
    },
  }
}

export async function startHeadlessReception(
  name: string,
  connection: Connection,
  onWrite: (write: RecordedWrite) => void,
): Promise<Reception & { close(): void }> {
  const { request, close } = await startDesk(name, { ...connection, room: null }, onWrite)
  const getState = () => request<RegisterState>({ getState: true })
  return {
    name,
    consoleErrors: [],
    close,
    outbox: getState,
    register: (patient, isPriority) => request({ register: patient, isPriority }),
    retry: () => request({ retry: true }),
    async getView() {
      const { nextNumber, total, recent } = await getState()
      return {
        'next number': [nextNumber],
        'total registered': [String(total)],
        'recent registrations': recent,
      }
    },
  }
}

/** Resolves once the models have their first data. */
async function startDesk(
  name: string,
  options: Connection & { room: string | null },
  onWrite: (write: RecordedWrite) => void,
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const desk = startHeadlessProcess<DeskCommand, DeskMessage>(
    'headless-desk-main.ts',
    { ...options, name },
    message => ('isReady' in message ? resolve() : onWrite(message)),
  )
  await promise
  return desk
}
