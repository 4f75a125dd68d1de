import { io } from 'socket.io-client'
import { SOCKET_PATH } from '#domain/events'
import type { Row } from './measurements.ts'
import { percentile, runClinic } from './program.ts'

const DESKS = 20
const ROUNDS = 30

/** Twenty desks call twenty patients into one room at the same moment. */
export async function oneRoom(): Promise<Row[]> {
  const clinic = await runClinic()
  const socket = io(clinic.url, { path: SOCKET_PATH, extraHeaders: { cookie: clinic.cookie } })
  let events = 0
  socket.on('patient:called', () => events++)
  await new Promise<void>(resolve => socket.on('clinic:joined', () => resolve()))

  let successes = 0
  let conflicts = 0
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await registerAll(clinic)
    const started = performance.now()
    const call = { status: 'called', windowId: 2 }
    const responses = await Promise.all(
      ids.map(id => clinic.send('PATCH', `/api/patients/${id}/status`, call)),
    )
    took.push(performance.now() - started)
    successes += responses.filter(response => response.status === 200).length
    conflicts += responses.filter(response => response.status === 409).length
    await clinic.send('POST', '/api/patients/reset-queue', {})
  }
  socket.close()
  clinic.stop()

  return [
    {
      what: `${DESKS} desks call into one room at once, ${ROUNDS} times`,
      measured: `${successes} succeeded, ${conflicts} refused (409), ${events} events`,
      beside: `all ${DESKS} answered within ${percentile(took, 50).toFixed(1)} ms (median)`,
      aim: `${ROUNDS} succeed, ${ROUNDS} events`,
    },
  ]
}

async function registerAll(clinic: Awaited<ReturnType<typeof runClinic>>) {
  const responses = await Promise.all(
    Array.from({ length: DESKS }, (_, n) =>
      clinic.send('POST', '/api/patients', { name: `P${n}` }),
    ),
  )
  return responses.map(({ body }): number => body.id)
}
