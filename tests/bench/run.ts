import type { Browser } from 'playwright'
import { runProgram } from '../support/server/program.ts'
import { type Row, saveRows } from './measurements.ts'
import { callToTv, longQueue } from './painted.ts'
import { type Clinic, median, openBrowser, runClinic } from './program.ts'
import { queueUsable } from './queue-usable.ts'

/** `bun run bench`: writes the table Program of docs/measurements.md. */
const PATIENTS = 300
const ROUNDS = 7
const ROUND_MS = 1_000
const AT_ONCE = 8

type Bench = (clinic: Clinic, browser: Browser) => Promise<Row[]>

const benches: Bench[] = [patientsList, queueUsable, longQueue, callToTv]
const browser = await openBrowser()
const rows: Row[] = []
for (const bench of benches) {
  const clinic = await runClinic()
  rows.push(...(await bench(clinic, browser)))
  for (const context of browser.contexts()) await context.close()
  clinic.stop()
}
saveRows('bench', rows)
process.exit(0)

/** GET /api/patients with 300 patients, alternating with the same JSON from a bare route. */
async function patientsList({ url, cookie, register }: Clinic): Promise<Row[]> {
  await register(PATIENTS)
  const path = `${url}/api/patients`
  const bare = runProgram({
    command: [process.execPath, 'tests/bench/bare-route.ts', path, cookie],
    env: { NODE_ENV: 'production' },
  })
  const bareUrl = await bare.url()
  const rates: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++)
    rates.push({ ours: await getRate(path, cookie), bare: await getRate(bareUrl, '') })
  await bare.end()
  rates.shift()
  const ratio = median(rates.map(rate => rate.ours / rate.bare))
  const [ours, theirs] = [rates.map(rate => rate.ours), rates.map(rate => rate.bare)].map(median)
  return [
    {
      what: `GET /api/patients, ${PATIENTS} patients`,
      measured: `${ours?.toFixed(0)} requests/s`,
      beside: `bare Hono route, same JSON: ${theirs?.toFixed(0)} requests/s, ratio ${ratio.toFixed(2)}`,
      aim: 'ratio at least 0.9',
      isMissed: ratio < 0.9,
    },
  ]
}

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
