import { readCookies } from '../../support/server/test-app.ts'
import type { signIn } from '../../support/server/test-server.ts'

export const ROLES = ['nobody', 'tv', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

type Keeper = Awaited<ReturnType<typeof signIn>>
type Account = { username: string; password: string; cookie: string }

/** Text that tells that a role lost its session or its token. */
const LOST = {
  user: 'Please sign in',
  admin: 'Please sign in',
  tv: 'This display is not authorised',
}

/** Gives each role what it needs, and gives it again when the run itself took it away. */
export async function createRoles(url: string, keeper: Keeper) {
  let count = 0
  const accounts = { user: await createAccount('user'), admin: await createAccount('admin') }
  let token = await createTv()
  let renewal: Promise<unknown> | null = null

  async function createAccount(role: 'user' | 'admin'): Promise<Account> {
    const account = { username: `fuzz ${role} ${++count}`, password: 'correct horse' }
    const made = await keeper.send('POST', '/api/users', { ...account, role })
    if (made.status !== 201) throw new Error(`no account: ${made.status} ${made.body.error}`)
    const cookie = await signInAgain({ ...account, cookie: '' })
    if (cookie === null) throw new Error(`${account.username} cannot sign in`)
    return { ...account, cookie }
  }

  /** With the cookie of the browser, so that nobody else's failures count. */
  async function signInAgain({ username, password, cookie }: Account) {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ username, password }),
    })
    return response.ok ? readCookies(response) : null
  }

  async function createTv(): Promise<string> {
    const name = `Fuzz TV ${++count}`
    const { status, body } = await keeper.send('POST', '/api/tv-devices', { userId: 1, name })
    if (status !== 201) throw new Error(`no TV: ${status} ${body.error}`)
    return body.token
  }

  async function renew(role: 'user' | 'admin' | 'tv') {
    if (role === 'tv') {
      token = await createTv()
      return
    }
    const cookie = await signInAgain(accounts[role])
    if (cookie === null) accounts[role] = await createAccount(role)
    else accounts[role].cookie = cookie
  }

  /** What a request is sent with, to know whether the role still has it. */
  function secret(role: Role) {
    if (role === 'nobody') return ''
    return role === 'tv' ? token : accounts[role].cookie
  }

  return {
    account: (role: Role) => accounts[role === 'admin' ? 'admin' : 'user'],
    token: () => token,
    cookie: (role: Role) => (role === 'tv' ? '' : secret(role)),
    secret,
    /** Call for a request whose own cookie or token was sent unchanged. */
    async renewIfLost(role: Role, sent: string, text: string) {
      if (role === 'nobody' || !text.includes(LOST[role])) return
      await renewal
      if (sent !== secret(role)) return
      renewal = renew(role)
      await renewal.finally(() => {
        renewal = null
      })
    },
    isReady: async () => void (await renewal),
  }
}

export type Roles = Awaited<ReturnType<typeof createRoles>>
