import type { DeskOrder } from './a-headless-desk.ts'
import type { Answered, Desk, Reception } from './desk.ts'
import { aHeadless } from './headless.ts'
import { type Card, lineOf } from './sight.ts'

type Where = { url: string; cookie: string; timeZone: string }
type FromDesk = Answered | { isReady: true }
type Board = { priority: Card[]; active: Card[]; waiting: Card[]; rooms: string[] }
type Registered = {
  typed: string
  isBusy: boolean
  nextNumber: string
  total: number
  recent: string[]
}

export async function aHeadlessDesk(
  name: string,
  where: Where,
  hear: (answered: Answered) => void,
): Promise<Desk & { close(): void }> {
  const { ask, close } = await ready(name, { ...where, room: name }, hear)
  const look = () => ask<Board>({ look: true })
  return {
    name,
    troubles: [],
    close,
    press: (patient, press) => ask({ press, patient }),
    async lists() {
      const { priority, active, waiting } = await look()
      return {
        'Priority Patients': priority,
        'Active Patients': active,
        'Waiting Patients': waiting,
      }
    },
    async looks() {
      const { priority, active, waiting, rooms } = await look()
      return {
        'Priority Patients': priority.map(lineOf),
        'Active Patients': active.map(lineOf),
        'Waiting Patients': waiting.map(lineOf),
        'rooms to call from': rooms,
      }
    },
  }
}

export async function aHeadlessReception(
  name: string,
  where: Where,
  hear: (answered: Answered) => void,
): Promise<Reception & { close(): void }> {
  const { ask, close } = await ready(name, { ...where, room: null }, hear)
  const look = () => ask<Registered>({ look: true })
  return {
    name,
    troubles: [],
    close,
    form: look,
    register: (patient, isPriority) => ask({ register: patient, isPriority }),
    again: () => ask({ again: true }),
    async looks() {
      const { nextNumber, total, recent } = await look()
      return {
        'next number': [nextNumber],
        'total registered': [String(total)],
        'recent registrations': recent,
      }
    },
  }
}

/** Resolves once its models have their first data. */
async function ready(
  name: string,
  wish: Where & { room: string | null },
  hear: (answered: Answered) => void,
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const desk = aHeadless<DeskOrder, FromDesk>('a-headless-desk.ts', { ...wish, name }, told =>
    'isReady' in told ? resolve() : hear(told),
  )
  await promise
  return desk
}
