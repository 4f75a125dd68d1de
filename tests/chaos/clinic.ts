import type { asClient } from '../support/server/test-server.ts'

export type Client = ReturnType<typeof asClient>

/** The desk of each room also calls General, so that nobody is left for good. */
export const QUEUES = [
  { name: 'Dr. Lim', prefix: null, room: 'Room 1' },
  { name: 'Blood test', prefix: 'B', room: 'Room 2' },
  { name: 'X-ray', prefix: 'X', room: 'Room 3' },
]

/** Adds rooms and the queues; returns their ids. Rooms of the queue's name serve it, or all do. */
export async function addRoomsAndQueues(client: Client, names: string[], areShared: boolean) {
  for (const name of names) await client.addRoom(name)
  const rooms: { id: number; name: string }[] = (await client.send('GET', '/api/windows')).body
  const queueIds: number[] = []
  for (const { room, ...queue } of QUEUES) {
    const serving = rooms.filter(({ name }) => areShared || name === room)
    const json = { ...queue, roomIds: serving.map(({ id }) => id), servesGeneral: true }
    queueIds.push((await client.post('/api/queues', json)).body.id)
  }
  return { roomIds: rooms.map(({ id }) => id), queueIds }
}

/** Replaces a day's list of appointments; those that were checked in stay. */
export async function uploadAppointments({ put }: Client, day: string, list: object[]) {
  const { status, body } = await put(`/api/appointments/${day}`, list)
  if (status !== 200) throw new Error(`the list of ${day} was refused: ${body.error}`)
}
