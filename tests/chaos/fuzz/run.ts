import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { createCounts, findFault, findFinalFaults } from './checks.ts'
import { exchange, formatRequest } from './exchange.ts'
import { createKnownValues } from './known-values.ts'
import { type FuzzedProgram, startFuzzedProgram } from './program.ts'
import { createRequests, listTargets } from './requests.ts'
import { createRoles, ROLES } from './roles.ts'
import { walk } from './walk.ts'

/** `bun run fuzz [--requests n] [--seed n] [--quick]`; exit 1: there are faults. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { requests: { type: 'string' }, seed: { type: 'string' }, quick: { type: 'boolean' } },
})
const ROOT = join(import.meta.dirname, '../../..')
const QUICK_REQUESTS = 5_000
const REQUESTS = 100_000
const WARM_UP = 5_000
const LANES = 32
/** After so many requests, lost sessions are renewed. */
const BATCH = 200
const REPORT_EVERY = 10_000
/** With fewer requests a rare route may not succeed by chance. */
const COVERING = 50_000
/** It would replace the data of the run. */
const NEVER_SUCCEEDS = 'POST /api/backups/:name/restore'
const KIND_LENGTH = 60
const SHOWN_FAULTS = 20
const MB = 1024 * 1024

const requests = Number(values.requests ?? (values.quick ? QUICK_REQUESTS : REQUESTS))
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
// The pages and the files are requested, too.
if (!existsSync(join(ROOT, 'dist'))) {
  Bun.spawnSync([process.execPath, 'server/build/build.ts'], { cwd: ROOT })
}
console.log(`seed ${seed}: ${requests} requests\n`)
const program = await startFuzzedProgram()
const faults = await fuzz(program).finally(() => program.remove())
for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`FAULT: ${fault}`)
console.log(`fuzz: ${requests} requests, ${faults.length} faults (seed ${seed})`)
process.exit(faults.length === 0 ? 0 : 1)

async function fuzz(program: FuzzedProgram) {
  const startedAt = performance.now()
  const roles = await createRoles(program.url)
  const known = createKnownValues()
  const counts = createCounts()
  const targets = await listTargets()
  const createRequest = createRequests(seed, targets, { known, roles })
  const faults = new Map<string, string>()
  let number = 0

  await walk(program.url, roles, (request, answer) => counts.count(request, answer, 0))
  await sendUpTo(Math.min(WARM_UP, Math.ceil(requests / 4)))
  const before = await program.settle()
  await sendUpTo(requests)
  const after = await program.settle()
  const routes = targets.routes.map(({ route }) => route).filter(route => route !== NEVER_SUCCEEDS)
  const finalFaults = [
    ...counts.findFaults(requests >= COVERING ? routes : []),
    ...(await findFinalFaults(program, before, after, roles.secrets())),
  ]
  const code = await program.end()
  if (code !== 0) finalFaults.push(`SIGTERM ended the program with ${code}`)
  printSummary()
  return [...faults.values(), ...finalFaults]

  async function sendUpTo(last: number) {
    while (number < last && program.isRunning()) {
      await roles.renewLost()
      const end = Math.min(last, number + BATCH)
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          while (number < end && program.isRunning()) await send(++number)
        }),
      )
      if (number % REPORT_EVERY === 0) console.log(`${number} requests, ${faults.size} faults`)
    }
  }

  async function send(n: number) {
    const request = createRequest(n)
    const sentAt = performance.now()
    const outcome = await exchange(program.url, request)
    counts.count(request, outcome, performance.now() - sentAt)
    const fault = findFault(request, outcome)
    const kind = `${request.route} ${fault?.slice(0, KIND_LENGTH)}`
    if (fault && !faults.has(kind)) {
      faults.set(kind, `request ${n}: ${fault}\n  ${formatRequest(request)}`)
    }
    if (typeof outcome !== 'string') known.learn(request.route, request.path, outcome)
  }

  function printSummary() {
    const kinds = ['2xx', '3xx', '4xx', '401', '429', '5xx', 'none']
    console.log(formatHeader(['role', 'requests', ...kinds]))
    for (const role of ROLES) {
      const cells = kinds.map(kind => `${(counts.share(role, kind) * 100).toFixed(1)} %`)
      console.log(formatRow([role, counts.total(role), ...cells]))
    }
    const memory = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`
    const files = `${before.openFiles}, ${after.openFiles}`
    console.log(`\nRSS ${memory(before.rss)} after the warm-up, ${memory(after.rss)} at the end`)
    console.log(`open files ${files}; live connections ${after.liveConnections}`)
    const { ms, route } = counts.slowest()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${seconds} s; slowest response ${ms.toFixed(0)} ms: ${route}\n`)
  }
}
