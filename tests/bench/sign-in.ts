import { createDataFolder } from '../support/server/program.ts'
import { formatHeader, formatRow } from './measurements.ts'
import { openClient, percentile } from './program.ts'

/**
 * `bun run bench:sign-in`: how long the right password of a new browser takes at the real program
 * while many addresses guess for 30 seconds, each again as soon as it is answered. Who comes in the
 * first seconds, while the attackers come too, is counted apart.
 */
const ATTACKERS = [0, 250, 1_000]
const NAMES = ['one name', 'many names']
const NETWORKS = ['few networks', 'own networks']
const COLUMNS = ['addresses', 'sign-ins', 'refused', 'median', 'longest', 'most checks before']
const ATTACK_MS = 30_000
const ARRIVAL_MS = 5_000
const NURSE = { username: 'nurse', password: 'battery staple' }
/** In place of a status, of a request that got no answer in time: screens wait for 10 seconds. */
const FAILED = 0
const GIVE_UP_MS = 10_000

type Attempt = { username: string; password: string; address: string }
type Result = { afterMs: number; ms: number; status: number; checksBefore: number }

if (import.meta.main) {
  console.log(formatHeader(COLUMNS))
  for (const names of NAMES) {
    for (const networks of NETWORKS) {
      for (const count of ATTACKERS)
        report(`${count}, ${names}, ${networks}`, await measure(count, names, networks))
    }
  }
  process.exit(0)
}

async function measure(count: number, names: string, networks: string) {
  const data = createDataFolder()
  const url = await data.start([], { LOG_LEVEL: 'error' }).url()
  await (await openClient(url)).send('POST', '/api/users', { ...NURSE, role: 'user' })
  const attack = startAttack([url, String(count), names, networks])
  const results: Promise<Result>[] = []
  const startedAt = performance.now()
  for (let n = 0; performance.now() - startedAt < ATTACK_MS; n++) {
    results.push(signInOnce(url, { address: `172.16.${n}.1`, startedAt, ...attack }))
    await Bun.sleep(Math.random() * 1_000)
  }
  const all = await Promise.all(results)
  attack.stop()
  data.close()
  return all
}

function startAttack(args: string[]) {
  const script = [process.execPath, `${import.meta.dirname}/sign-in-attackers.ts`]
  const attackers = Bun.spawn([...script, ...args], {
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '2000' },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let checks = 0
  void (async () => {
    for await (const chunk of attackers.stdout) checks += chunk.length
  })()
  return { countChecks: () => checks, stop: () => attackers.kill() }
}

type Newcomer = { address: string; startedAt: number; countChecks(): number }

async function signInOnce(
  url: string,
  { address, startedAt, countChecks }: Newcomer,
): Promise<Result> {
  const [came, before] = [performance.now(), countChecks()]
  const status = await sendSignIn(url, { ...NURSE, address })
  const ms = performance.now() - came
  return { status, ms, afterMs: came - startedAt, checksBefore: countChecks() - before }
}

export async function sendSignIn(url: string, { address, ...json }: Attempt) {
  const isNewcomer = json.password === NURSE.password
  try {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(json),
      // Attackers never give up.
      ...(isNewcomer ? { signal: AbortSignal.timeout(GIVE_UP_MS) } : {}),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return FAILED
  }
}

export function createAddress(n: number, networks: string) {
  const [high, low] = [n >> 8, n & 255]
  return networks === 'own networks' ? `10.${high}.${low}.1` : `10.0.${high}.${low}`
}

function report(what: string, results: Result[]) {
  const [early, late] = [true, false].map(isEarly =>
    results.filter(({ afterMs }) => afterMs < ARRIVAL_MS === isEarly),
  )
  console.log(formatResults(`${what}, first ${ARRIVAL_MS / 1_000} s`, early ?? []))
  console.log(formatResults(what, late ?? []))
}

function formatResults(what: string, results: Result[]) {
  const times = results.map(({ ms }) => ms)
  return formatRow([
    what,
    results.length,
    results.filter(({ status }) => status !== 200).length,
    `${percentile(times, 50).toFixed(0)} ms`,
    `${Math.max(...times).toFixed(0)} ms`,
    Math.max(...results.map(({ checksBefore }) => checksBefore)),
  ])
}
