import type { asClient } from '../../support/server/test-server.ts'

const ROOMS = 12
const QUEUES = [
  { name: 'Dr. Lim', prefix: null },
  { name: 'Blood test', prefix: 'B' },
  { name: 'X-ray', prefix: 'X' },
]
const APPOINTMENTS = 60

type Client = ReturnType<typeof asClient>

export async function setUpClinic({ send, addRoom }: Client) {
  for (let n = 1; n < ROOMS; n++) await addRoom(`Stress ${n}`)
  const rooms: { id: number }[] = (await send('GET', '/api/windows')).body
  const roomIds = rooms.map(({ id }) => id)
  const queueIds: number[] = []
  for (const queue of QUEUES) {
    const { body } = await send('POST', '/api/queues', { ...queue, roomIds, servesGeneral: true })
    queueIds.push(body.id)
  }
  return { roomIds, queueIds }
}

/** Replaces those of the round before who have not come; returns the ids of who is expected. */
export async function uploadList({ send }: Client, round: number): Promise<number[]> {
  const list = Array.from({ length: APPOINTMENTS }, (_, n) => ({
    time: `9:${String(n).padStart(2, '0')}`,
    name: `R${round} EXPECTED ${n}`,
  }))
  const day = new Date().toISOString().slice(0, 10)
  const { status } = await send('PUT', `/api/appointments/${day}`, list)
  if (status !== 200) throw new Error(`the list of appointments was answered with ${status}`)
  const all: { id: number; patient: object | null }[] = (await send('GET', '/api/appointments'))
    .body
  return all.flatMap(({ id, patient }) => (patient ? [] : id))
}
