import { SCOPES } from '#domain/programs/api-token'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'
import { CLINIC } from './fields.ts'

export const ROLES = ['nobody', 'tv', 'kiosk', 'program', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What a role proves itself with: `probe` is answered as long as it is valid. */
type Access = { probe: string; token?: string; cookie?: string; username?: string }

const PASSWORD = 'correct horse'

/** Gives each role what it needs, and gives it again when the run itself took it away. */
export async function createRoles(url: string) {
  const keeper = await signIn(url, ADMIN)
  const accesses = new Map<Role, Access>([['nobody', { probe: '/healthz' }]])
  let count = 0
  await keeper.send('PUT', '/api/settings', settingsBody(CLINIC))
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
    if (role === 'tv') {
      const { token } = await create('/api/tv-devices', { userId: ADMIN.id, name })
      return { probe: `/api/tv/${token}/calls?after=0`, token }
    }
    if (role === 'kiosk') {
      const { token } = await create('/api/tv-devices', { userId: ADMIN.id, name, kind: role })
      return { probe: `/api/kiosk/${token}`, token }
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
      const { status, body } = await keeper.send('POST', path, json)
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
  }
}

export type Roles = Awaited<ReturnType<typeof createRoles>>
