import { type Card, formatCard } from '../checks/expected-view.ts'
import type { RecordedWrite } from '../recorded-write.ts'
import type { Desk, Reception } from './desk-actor.ts'
import type { DeskCommand } from './headless-desk-main.ts'
import { startHeadlessProcess } from './headless-process.ts'

type Connection = { url: string; cookie: string; timeZone: string }
type DeskMessage = RecordedWrite | { isReady: true }
type QueueState = Record<'priority' | 'active' | 'waiting', Card[]> &
  Record<'rooms' | 'unsure', string[]>
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
  const unsureOf = new Set<string>()
  async function getState() {
    const state = await request<QueueState>({ getState: true })
    for (const patient of state.unsure) unsureOf.add(patient)
    return state
  }
  return {
    name,
    unsureOf,
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
      const { priority, active, waiting, rooms, unsure } = await getState()
      return {
        'Priority Patients': priority.map(formatCard),
        'Active Patients': active.map(formatCard),
        'Waiting Patients': waiting.map(formatCard),
        'rooms to call from': rooms,
        'not sure of': unsure,
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
