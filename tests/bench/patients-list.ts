import { runProgram } from '../support/server/program.ts'
import type { Row } from './measurements.ts'
import { type Clinic, median } from './program.ts'

const PATIENTS = 300
const ROUNDS = 7
const ROUND_MS = 1_000
const AT_ONCE = 8

/** GET /api/patients with 300 patients, alternating with the same JSON from a bare route. */
export async function patientsList({ url, cookie, send }: Clinic): Promise<Row[]> {
  for (let n = 1; n <= PATIENTS; n++) await send('POST', '/api/patients', { name: `PATIENT ${n}` })
  const path = `${url}/api/patients`
  const bare = runProgram({
    command: [process.execPath, 'tests/bench/bare-route.ts', path, cookie],
    env: { NODE_ENV: 'production' },
  })
  const bareUrl = await bare.url()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    const rates = [await getRate(path, cookie), await getRate(bareUrl, '')] as const
    // The first round warms up.
    if (round < 0) continue
    ours.push(rates[0])
    theirs.push(rates[1])
  }
  await bare.end()
  const ratio = median(ours.map((own, round) => own / (theirs[round] ?? 1)))
  return [
    {
      what: `GET /api/patients, ${PATIENTS} patients`,
      measured: `${Math.round(median(ours))} requests/s`,
      beside: `bare Hono route, same JSON: ${Math.round(median(theirs))} requests/s, ratio ${ratio.toFixed(2)}`,
      aim: 'ratio at least 0.9',
      isMissed: ratio < 0.9,
    },
  ]
}

/** Responses per second, each read to its end. */
async function getRate(url: string, cookie: string) {
  const until = performance.now() + ROUND_MS
  let responses = 0
  async function request() {
    while (performance.now() < until) {
      const response = await fetch(url, { headers: { cookie } })
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      await response.arrayBuffer()
      responses++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, request))
  return (responses * 1_000) / ROUND_MS
}
