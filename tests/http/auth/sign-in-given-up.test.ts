import { beforeEach, expect, test } from 'bun:test'
import { DEADLINE_HEADER } from '#domain/time'
import type { Attempter } from '../../../server/security/login-throttle.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import { until, withTestServer } from '../../support/server/test-server.ts'

const ctx = withTestServer()
/** In the order in which they came; the first is being checked until the gate opens. */
let attempters: Attempter[]
let gate: PromiseWithResolvers<void>
let checks: number

beforeEach(async () => {
  attempters = []
  gate = Promise.withResolvers()
  checks = 0
  const { limits } = ctx.clinic
  const { attempt } = limits.login
  limits.login = {
    attempt(attempter, check) {
      attempters.push(attempter)
      return attempt(attempter, async () => {
        checks++
        await gate.promise
        return check()
      })
    },
  }
})

function signIn(
  { username, password }: typeof ADMIN,
  { from, ...init }: RequestInit & { from: string },
) {
  return fetch(`${ctx.url}/api/auth/login`, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...init.headers },
    body: init.body ?? JSON.stringify({ username, password }),
  })
}

const until3Came = () => until('all have come', () => attempters.length === 3)
const GUESS = { ...NURSE, password: 'a guess' }
const getRefused = () => ctx.logged.filter(line => line.includes('sign-in refused'))

test.each([
  ['at once', undefined],
  ['in parts', () => new Blob([JSON.stringify(GUESS)]).stream()],
])(
  'the password of a client that left, sent %s, is not checked and counts nowhere',
  async (_, toBody) => {
    const first = signIn(ADMIN, { from: '10.0.0.1' })
    await until('it is being checked', () => checks === 1)
    const controller = new AbortController()
    const { signal } = controller
    const left = signIn(GUESS, { from: '10.0.0.2', signal, body: toBody?.() ?? null })
    await until('it has come', () => attempters.length === 2)
    const stays = signIn(NURSE, { from: '10.0.0.3' })
    await until3Came()
    controller.abort()
    await expect(left).rejects.toThrow()
    await until('the server knows', () => attempters[1]?.isWanted?.(0) === false)
    gate.resolve()
    expect([(await first).status, (await stays).status, checks]).toEqual([200, 200, 2])
    expect(getRefused()).toEqual([expect.stringContaining('"status":408')])
  },
)

test('a password whose deadline has passed is not checked', async () => {
  const first = signIn(ADMIN, { from: '10.0.0.1' })
  await until('it is being checked', () => checks === 1)
  const soon = new Date(Date.parse(ctx.clock.now()) + 10_000).toISOString()
  const headers = { [DEADLINE_HEADER]: soon }
  const late = signIn(GUESS, { from: '10.0.0.2', headers })
  const patient = signIn(NURSE, { from: '10.0.0.3' })
  await until3Came()
  ctx.clock.advance(10_001)
  gate.resolve()
  expect([(await first).status, (await late).status, (await patient).status]).toEqual([
    200, 408, 200,
  ])
  expect(checks).toBe(2)
})
