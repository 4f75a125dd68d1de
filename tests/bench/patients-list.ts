import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../support/server/program.ts'
import type { Row } from './measurements.ts'
import { median, runClinic } from './program.ts'

const PATIENTS = 300
const ROUNDS = 7
const ROUND_MS = 1_000
const AT_ONCE = 8

/** GET /api/patients with 300 patients, alternating with the same JSON from a bare route. */
export async function patientsList(): Promise<Row[]> {
  const clinic = await runClinic()
  for (let n = 1; n <= PATIENTS; n++)
    await clinic.send('POST', '/api/patients', { name: `PATIENT ${n}` })
  const list = await fetch(`${clinic.url}/api/patients`, { headers: { cookie: clinic.cookie } })
  const path = join(tmpdir(), `clinic-bench-${process.pid}.json`)
  await Bun.write(path, await list.text())
  const bare = runProgram({
    command: [process.execPath, 'tests/bench/bare-route.ts', path],
    env: { NODE_ENV: 'production' },
  })
  const bareUrl = await bare.url()

  const ours: number[] = []
  const theirs: number[] = []
  await rate(`${clinic.url}/api/patients`, clinic.cookie)
  await rate(bareUrl, '')
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rate(`${clinic.url}/api/patients`, clinic.cookie))
    theirs.push(await rate(bareUrl, ''))
  }
  clinic.stop()
  bare.process.kill('SIGKILL')
  await Bun.file(path).delete()

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
async function rate(url: string, cookie: string) {
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
