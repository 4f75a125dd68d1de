import { parseArgs } from 'node:util'
import { findBroken, findLogFaults, findUnreadable, type Sent, summarize } from './checks.ts'
import { exchange, findFault } from './exchange.ts'
import { createKnownValues } from './known-values.ts'
import { findLeaks, startFuzzedProgram } from './program.ts'
import { createRequest, listTargets } from './requests.ts'
import { createRoles } from './roles.ts'

/** `bun run fuzz [--requests n] [--seed n] [--quick]`; exit 1: there are faults. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { requests: { type: 'string' }, seed: { type: 'string' }, quick: { type: 'boolean' } },
})
const QUICK_REQUESTS = 5_000
const REQUESTS = 100_000
const LANES = 32
/** After so many requests, lost sessions are renewed. */
const BATCH = 200
const REPORT_EVERY = 10_000
const KIND_LENGTH = 60
const SHOWN_FAULTS = 20

const requests = Number(values.requests ?? (values.quick ? QUICK_REQUESTS : REQUESTS))
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
console.log(`seed ${seed}: ${requests} requests\n`)
const program = await startFuzzedProgram()
const faults = await fuzz().finally(() => program.remove())
for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`FAULT: ${fault}`)
console.log(`fuzz: ${requests} requests, ${faults.length} faults (seed ${seed})`)
process.exit(faults.length === 0 ? 0 : 1)

async function fuzz() {
  const known = createKnownValues()
  const roles = await createRoles(program.url, known)
  const state = { targets: await listTargets(), known, roles }
  const faults = new Map<string, string>()
  const sent: Sent[] = []
  let number = 0

  // The program's memory settles slowly: a leak would go on growing in the second half.
  await sendUpTo(Math.ceil(requests / 2 / BATCH) * BATCH)
  const before = await program.settle()
  await sendUpTo(requests)
  const after = await program.settle()
  const finalFaults = [
    ...summarize(sent, state.targets),
    ...findLeaks(before, after),
    ...(await findUnreadable(program.url, state)),
    ...(await findBroken(program.url)),
    ...findLogFaults(program.logged(), roles.secrets()),
  ]
  const code = await program.end()
  if (code !== 0) finalFaults.push(`SIGTERM ended the program with ${code}`)
  finalFaults.push(...(await program.findRefusal()))
  return [...faults.values(), ...finalFaults]

  async function sendUpTo(last: number) {
    while (number < last) {
      await roles.renewLost()
      await roles.playScene()
      const end = Math.min(last, number + BATCH)
      const lane = async () => {
        while (number < end) await send(++number)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      if (number % REPORT_EVERY === 0) console.log(`${number} requests, ${faults.size} faults`)
    }
  }

  async function send(n: number) {
    const request = await createRequest(seed, n, state)
    const sentAt = performance.now()
    const answer = await exchange(program.url, request)
    const { role, route, headers, body } = request
    sent.push({ role, route, status: answer.status, ms: performance.now() - sentAt })
    known.learn(request, answer)
    const fault = findFault(request, answer)
    const kind = `${route} ${fault?.slice(0, KIND_LENGTH)}`
    if (!fault || faults.has(kind)) return
    const text = body && Buffer.from(body).toString('latin1')
    const shown = JSON.stringify({ ...request, headers: [...headers], body: text })
    faults.set(kind, `request ${n}: ${fault}\n  ${shown}`)
  }
}
