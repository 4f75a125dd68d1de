import { SCOPES } from '#domain/programs/api-token'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'
import { CLINIC } from './fields.ts'
import { NAME_MARK, QUEUE_NAMES } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'

export const ROLES = ['nobody', 'tv', 'kiosk', 'program', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What a role proves itself with: `probe` is answered as long as it is valid. */
type Access = { probe: string; token?: string; cookie?: string; username?: string }

const PASSWORD = 'correct horse'

/** Gives each role what it needs, and gives it again when the run itself took it away. */
export async function createRoles(url: string, known: KnownValues) {
  const keeper = await signIn(url, ADMIN)
  const accesses = new Map<Role, Access>([['nobody', { probe: '/healthz' }]])
  let count = 0
  let sceneRoom: { id: number } | null = null
  await keeper.put('/api/settings', settingsBody(CLINIC))
  await callToHostileRooms(keeper)
  await renewLost()

  async function renewLost() {
    for (const role of ROLES) {
      const { probe } = accesses.get(role) ?? {}
      const isValid = probe && (await fetch(url + probe, { headers: getHeaders(role) })).ok
      if (!isValid) accesses.set(role, await createAccess(role))
    }
  }

  async function createAccess(role: Role): Promise<Access> {
    const name = `fuzz ${role} ${++count}`
    if (role === 'tv' || role === 'kiosk') {
      const { token } = await create('/api/tv-devices', { userId: ADMIN.id, name, kind: role })
      return { probe: `/api/${role}/${token}${role === 'tv' ? '/calls?after=0' : ''}`, token }
    }
    if (role === 'program') {
      const { token } = await create('/api/tokens', { name, scopes: SCOPES })
      return { probe: '/api/v1/queue', token }
    }
    const account = { username: name, password: PASSWORD }
    const { id } = await create('/api/users', { ...account, role })
    const { cookie } = await signIn(url, { ...account, id })
    return { probe: '/api/dashboard/stats', cookie, username: name }
  }

  async function create(path: string, json: object) {
    for (;;) {
      const { status, body } = await keeper.post(path, json)
      if (status === 201) return body
      if (status !== 429) throw new Error(`${path} was answered with ${status}: ${body.error}`)
      // Additions have a limit for each minute.
      await Bun.sleep(1_000)
    }
  }

  function getHeaders(role: Role): Record<string, string> {
    const { cookie, token } = accesses.get(role) ?? {}
    if (role === 'program') return { authorization: `Bearer ${token}` }
    return cookie === undefined ? {} : { cookie }
  }

  return {
    renewLost,
    getHeaders,
    deviceToken: (role: 'tv' | 'kiosk') => accesses.get(role)?.token ?? '',
    /** Roles without an account try to sign in with a user's. */
    credentials: (role: Role) => ({
      username: accesses.get(role)?.username ?? accesses.get('user')?.username ?? '',
      password: PASSWORD,
    }),
    secrets: () =>
      [...accesses.values()].flatMap(({ token, cookie }) => token ?? cookie ?? []).concat(PASSWORD),
    /**
     * Makes what some routes need and random requests seldom leave behind: patients who are away,
     * a free room while somebody waits, and a backup.
     */
    async playScene() {
      if (sceneRoom) await keeper.delete(`/api/windows/${sceneRoom.id}`)
      const room: { id: number } = (await keeper.addRoom('Scene')).body
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
      sceneRoom = room
    },
  }
}

export type Roles = Awaited<ReturnType<typeof createRoles>>

/** Everything that the run reads then has rooms and queues with hostile names. */
async function callToHostileRooms(keeper: Awaited<ReturnType<typeof signIn>>) {
  for (const name of HOSTILE_NAMES) {
    const room = await keeper.addRoom(name)
    const patient = await keeper.register(NAME_MARK)
    const called = await keeper.call(patient.id, room.body.id)
    if (called.status !== 200) throw new Error(`${name}: ${room.status}, call ${called.status}`)
  }
  for (const [n, name] of QUEUE_NAMES.entries()) {
    const queue = await keeper.post('/api/queues', { name, prefix: n % 2 === 0 ? 'Q' : null })
    const patient = await keeper.register(NAME_MARK, { queueId: queue.body.id })
    if (!patient.label) throw new Error(`queue ${name}: ${queue.status}, ${patient.error}`)
  }
}
