import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'

export const ROLES = ['nobody', 'tv', 'program', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Gives each role what it needs, and gives it again when the run itself took it away. */
export async function createRoles(url: string) {
  const keeper = await signIn(url, ADMIN)
  let count = 0
  const accounts = { user: await createAccount('user'), admin: await createAccount('admin') }
  let token = await createTv()
  let programToken = await createProgram()

  async function createAccount(role: 'user' | 'admin') {
    const credentials = { username: `fuzz ${role} ${++count}`, password: 'correct horse' }
    const { status, body } = await keeper.send('POST', '/api/users', { ...credentials, role })
    if (status !== 201) throw new Error(`no account: ${status} ${body.error}`)
    const { cookie } = await signIn(url, { id: body.id, ...credentials })
    return { ...credentials, cookie }
  }

  async function createTv(): Promise<string> {
    const name = `Fuzz TV ${++count}`
    const { status, body } = await keeper.send('POST', '/api/tv-devices', { userId: 1, name })
    if (status !== 201) throw new Error(`no TV: ${status} ${body.error}`)
    return body.token
  }

  async function createProgram(): Promise<string> {
    const json = { name: `Fuzz program ${++count}`, scopes: ['register', 'queue', 'reports'] }
    const { status, body } = await keeper.send('POST', '/api/tokens', json)
    if (status !== 201) throw new Error(`no program: ${status} ${body.error}`)
    return body.token
  }

  async function isAccepted(path: string, headers: Record<string, string> = {}) {
    return (await fetch(url + path, { headers })).ok
  }

  return {
    account: (role: Role) => accounts[role === 'admin' ? 'admin' : 'user'],
    token: () => token,
    programToken: () => programToken,
    cookie: (role: Role) => (role === 'user' || role === 'admin' ? accounts[role].cookie : ''),
    secrets: () => [
      token,
      programToken,
      ...Object.values(accounts).flatMap(one => [one.cookie, one.password]),
    ],
    async renewLost() {
      for (const role of ['user', 'admin'] as const) {
        const { cookie } = accounts[role]
        if (!(await isAccepted('/api/auth/me', { cookie })))
          accounts[role] = await createAccount(role)
      }
      if (!(await isAccepted(`/api/tv/${token}/calls?after=0`))) token = await createTv()
      const authorization = `Bearer ${programToken}`
      if (!(await isAccepted('/api/v1/queue', { authorization }))) {
        programToken = await createProgram()
      }
    },
  }
}

export type Roles = Awaited<ReturnType<typeof createRoles>>
