import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { NAME_MARK, QUEUE_NAMES } from './hostile-values.ts'

/** Before the run, so that everything that it reads has rooms and queues with hostile names in use. */
export async function callToHostileRooms(url: string) {
  const { send, register, call, addRoom } = await signIn(url, ADMIN)
  for (const name of HOSTILE_NAMES) {
    const room = await addRoom(name)
    const patient = await register(NAME_MARK)
    const called = await call(patient.id, room.body.id)
    if (called.status !== 200) throw new Error(`${name}: ${room.status}, call ${called.status}`)
  }
  for (const [n, name] of QUEUE_NAMES.entries()) {
    const queue = await send('POST', '/api/queues', { name, prefix: n % 2 === 0 ? 'Q' : null })
    const patient = await register(NAME_MARK, { queueId: queue.body.id })
    if (!patient.label) throw new Error(`queue ${name}: ${queue.status}, ${patient.error}`)
  }
}
