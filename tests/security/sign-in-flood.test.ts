import { describe, expect, test } from 'bun:test'
import { getAttempter } from '../../server/actions/auth.ts'
import { createLoginThrottle } from '../../server/security/login-throttle.ts'

const AT = Date.parse('2026-11-20T02:00:00.000Z')
const CHECK_MS = 23
const APP = { config: { cookieSecret: 'a secret' } } as Parameters<typeof getAttempter>[0]

type Attack = { count: number; isScattered: boolean; isOneName: boolean }

const ATTACKS: Attack[] = [250, 1_000].flatMap(count =>
  [true, false].flatMap(isScattered =>
    [true, false].map(isOneName => ({ count, isScattered, isOneName })),
  ),
)

/** Sign-ins whose passwords are checked one by one when the test says so. */
function createSimulation() {
  let at = AT
  let checks = 0
  let finish = () => {}
  let nextStep = Promise.withResolvers<void>()
  const throttle = createLoginThrottle(() => at)

  /** The number of checks from its arrival on, or the status of its refusal. */
  async function signIn(
    address: string,
    { username = 'nurse', isRight = true, isWaiting = (): boolean => true } = {},
  ) {
    const before = checks
    const attempter = getAttempter(APP, username, { address, device: null, isWaiting })
    const check = () =>
      new Promise<true | null>(resolve => {
        finish = () => resolve(isRight || null)
      })
    try {
      await throttle.attempt(attempter, check)
      return checks - before
    } catch (cause) {
      return (cause as { status: number }).status
    }
  }

  /** Time goes on until one more password is checked. */
  async function step(times = 1) {
    for (let n = 0; n < times; n++) {
      at += CHECK_MS
      checks++
      finish()
      nextStep.resolve()
      nextStep = Promise.withResolvers()
      await settle()
    }
  }

  /** Guesses for ever, and again at once. */
  async function guess(address: string, username: () => string) {
    for (;;) {
      const checked = await signIn(address, { username: username(), isRight: false })
      if (checked === 429) await nextStep.promise
    }
  }

  function attack({ count, isScattered, isOneName }: Attack, from = 0) {
    let names = 0
    const username = () => (isOneName ? 'nurse' : `nobody${names++}`)
    for (let n = from; n < from + count; n++) {
      const [high, low] = [n >> 8, n & 255]
      void guess(isScattered ? `10.${high}.${low}.1` : `10.0.${high}.${low}`, username)
    }
    return settle()
  }

  /** Steps until the attempt has ended. */
  async function finishing(attempt: Promise<number>) {
    let ended: number | undefined
    attempt.then(result => (ended = result))
    await settle()
    while (ended === undefined) await step()
    return ended
  }

  return { signIn, step, attack, finishing }
}

const settle = () => new Promise(setImmediate)

describe.each(ATTACKS)('%o', attack => {
  test('the right password from a new address waits for two checks at most', async () => {
    const { signIn, step, finishing, ...simulation } = createSimulation()
    await simulation.attack(attack)
    for (const [n, steps] of [0, 1, 7, 90, attack.count - 90, 40, 200].entries()) {
      await step(steps)
      expect(await finishing(signIn(`172.16.0.${n}`))).toBeLessThanOrEqual(2)
    }
  })

  test('so does that of a person who mistyped it first', async () => {
    const { signIn, step, finishing, ...simulation } = createSimulation()
    await simulation.attack(attack)
    await step(20)
    expect(await finishing(signIn('172.16.0.1', { isRight: false }))).toBeLessThanOrEqual(2)
    await step(100)
    expect(await finishing(signIn('172.16.0.1'))).toBeLessThanOrEqual(2)
  })
})

test('twenty users behind one new address, two at a time, sign in during an attack', async () => {
  const { signIn, step, finishing, attack } = createSimulation()
  await attack({ count: 300, isScattered: true, isOneName: false })
  for (let n = 0; n < 20; n += 2) {
    const two = [n, n + 1].map(id => signIn('192.168.1.1', { username: `user${id}` }))
    for (const one of two) expect(await finishing(one)).toBeLessThanOrEqual(5)
    await step(3)
  }
})

test('who comes amid a crowd from a few networks is not taken for one of them', async () => {
  const { signIn, finishing, attack } = createSimulation()
  const half = { count: 500, isScattered: false, isOneName: false }
  await attack(half)
  const amid = signIn('172.16.0.1')
  await attack(half, half.count)
  expect(await finishing(amid)).toBeLessThanOrEqual(25)
})

test('who gives up and comes again does not get to the front', async () => {
  const { signIn, step, finishing } = createSimulation()
  const addresses = Array.from({ length: 200 }, (_, n) => `10.${n}.0.1`)
  const comeAgain = async () => {
    let isGone = false
    for (const address of addresses) {
      void signIn(address, { isRight: false, isWaiting: () => !isGone })
    }
    await settle()
    isGone = true
    await step()
  }
  for (let times = 0; times < 3; times++) await comeAgain()
  // Somebody's password is being checked when the nurse comes, and all the others once more.
  void signIn('172.16.1.1')
  const nurse = signIn('172.16.0.1')
  await settle()
  for (const address of addresses) void signIn(address, { isRight: false })
  expect(await finishing(nurse)).toBeLessThanOrEqual(2)
})
