import { parseArgs } from 'node:util'
import { buildScreens } from '../build-screens.ts'
import {
  findBroken,
  findFault,
  findLogFaults,
  findUnreadable,
  type Sent,
  summarize,
} from './checks.ts'
import { exchange } from './exchange.ts'
import { callToHostileRooms } from './hostile-rooms.ts'
import { createKnownValues } from './known-values.ts'
import { findLeaks, startFuzzedProgram } from './program.ts'
import { createRequest, listTargets } from './requests.ts'
import { createRoles } from './roles.ts'
import { createScenes } from './scenes.ts'

/** `bun run fuzz [--requests n] [--seed n] [--quick]`; exit 1: there are faults. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { requests: { type: 'string' }, seed: { type: 'string' }, quick: { type: 'boolean' } },
})
const QUICK_REQUESTS = 5_000
const REQUESTS = 100_000
/** The program's memory settles slowly: a leak would go on growing in the second half. */
const WARM_UP = 0.5
const LANES = 32
/** After so many requests, lost sessions are renewed. */
const BATCH = 200
const REPORT_EVERY = 10_000
/** With fewer requests a rare route may not succeed by chance. */
const COVERING = 50_000
/** One would replace the data of the run; `findBroken` tries the others, with what they need. */
const RARELY_SUCCEED = [
  'POST /api/backups/:name/restore',
  'POST /api/qr/:id/claim',
  'POST /api/patients/reset-queue/undo',
  'GET /api/logo',
]
const KIND_LENGTH = 60
const SHOWN_FAULTS = 20
const MB = 1024 * 1024

const requests = Number(values.requests ?? (values.quick ? QUICK_REQUESTS : REQUESTS))
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
buildScreens()
console.log(`seed ${seed}: ${requests} requests\n`)
const program = await startFuzzedProgram()
const faults = await fuzz().finally(() => program.remove())
for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`FAULT: ${fault}`)
console.log(`fuzz: ${requests} requests, ${faults.length} faults (seed ${seed})`)
process.exit(faults.length === 0 ? 0 : 1)

async function fuzz() {
  await callToHostileRooms(program.url)
  const roles = await createRoles(program.url)
  const known = createKnownValues()
  const targets = await listTargets()
  const playScene = await createScenes(program.url, known)
  const faults = new Map<string, string>()
  const sent: Sent[] = []
  let number = 0

  await sendUpTo(Math.ceil((requests * WARM_UP) / BATCH) * BATCH)
  const before = await program.settle()
  await sendUpTo(requests)
  const after = await program.settle()
  const routes = targets.routes
    .map(({ route }) => route)
    .filter(route => !RARELY_SUCCEED.includes(route))
  const finalFaults = [
    ...summarize(sent, requests >= COVERING ? routes : []),
    ...findLeaks(before, after),
    ...(await findUnreadable(program.url)),
    ...(await findBroken(program.url)),
    ...findLogFaults(program.logged(), roles.secrets()),
  ]
  const code = await program.end()
  if (code !== 0) finalFaults.push(`SIGTERM ended the program with ${code}`)
  finalFaults.push(...(await program.findRefusal()))
  const [slowest] = sent.toSorted((a, b) => b.ms - a.ms)
  console.log(`\nslowest response ${slowest?.ms.toFixed(0)} ms: ${slowest?.route}`)
  const memory = [before, after].map(({ rss }) => toMegabytes(rss))
  console.log(`RSS after half of the requests and at the end: ${memory.join(', ')}\n`)
  return [...faults.values(), ...finalFaults]

  async function sendUpTo(last: number) {
    while (number < last) {
      await roles.renewLost()
      await playScene()
      const end = Math.min(last, number + BATCH)
      const lane = async () => {
        while (number < end) await send(++number)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      if (number % REPORT_EVERY !== 0) continue
      const { rss } = await program.measure()
      console.log(`${number} requests, ${faults.size} faults, RSS ${toMegabytes(rss)}`)
    }
  }

  async function send(n: number) {
    const request = await createRequest(seed, n, { targets, known, roles })
    const sentAt = performance.now()
    const answer = await exchange(program.url, request)
    const { role, route, headers, body } = request
    sent.push({ role, route, status: answer.status, ms: performance.now() - sentAt })
    known.learn(request, answer)
    const fault = findFault(request, answer)
    const kind = `${route} ${fault?.slice(0, KIND_LENGTH)}`
    if (!fault || faults.has(kind)) return
    const shown = {
      ...request,
      headers: [...headers],
      body: body && Buffer.from(body).toString('latin1'),
    }
    faults.set(kind, `request ${n}: ${fault}\n  ${JSON.stringify(shown)}`)
  }
}

function toMegabytes(bytes: number) {
  return `${(bytes / MB).toFixed(0)} MB`
}
