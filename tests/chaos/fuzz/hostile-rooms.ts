import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { NAME_MARK } from './hostile-values.ts'

/** Before the run, so that everything that it reads has rooms with hostile names in use. */
export async function callToHostileRooms(url: string) {
  const { send, register, call } = await signIn(url, ADMIN)
  for (const name of HOSTILE_NAMES) {
    const room = await send('POST', '/api/windows', { name })
    const patient = await register(NAME_MARK)
    const called = await call(patient.id, room.body.id)
    if (called.status !== 200) throw new Error(`${name}: ${room.status}, call ${called.status}`)
  }
}
