import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import type { KnownValues } from './known-values.ts'

/**
 * What requests by chance seldom leave behind, but some routes need: patients who are away, a free
 * room while somebody waits, a backup. Returns what makes a new one of each.
 */
export async function createScenes(url: string, known: KnownValues) {
  const keeper = await signIn(url, ADMIN)
  let room: { id: number } | null = null

  return async function playScene() {
    if (room) await keeper.delete(`/api/windows/${room.id}`)
    const added = await keeper.addRoom('Scene')
    room = added.body as { id: number }
    for (const kind of ['away', 'away for programs']) {
      const patient = await keeper.register('SCENE')
      await keeper.call(patient.id, room.id)
      await keeper.step(patient.id, { status: 'requeue', requeueReason: 'X-RAY' })
      known.add(kind, String(patient.id))
    }
    await keeper.register('SCENE')
    // The newest one may not be deleted.
    const { body: status } = await keeper.send('GET', '/api/backups')
    if (status.backups.length < 2) await keeper.post('/api/backups')
    for (const { name } of status.backups) known.add('backups', name)
    known.add('free rooms', String(room.id))
  }
}
