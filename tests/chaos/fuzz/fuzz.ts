import { findFault } from './check-response.ts'
import { createCounts } from './counts.ts'
import { findFinalFaults } from './final-checks.ts'
import { createConnection } from './http-connection.ts'
import { startFuzzedProgram } from './program.ts'
import { createRequests } from './requests/create-requests.ts'
import { createKnownValues } from './requests/known-values.ts'
import { type FuzzRequest, formatRequest, toBytes } from './requests/request.ts'
import { listTargets } from './requests/targets.ts'
import { createRoles } from './roles.ts'

const LANES = 32
const WARM_UP = 5_000
/** With fewer requests a rare route may not succeed by chance. */
const COVERING = 50_000
const REPORT_EVERY = 10_000
/** These would end the run or need a secret that only a backup's owner has. */
const NEVER_SUCCEED = ['POST /api/backups/:name/restore']

type Options = { requests: number; seed: number; report: (line: string) => void }

export async function runFuzz({ requests, seed, report }: Options) {
  const started = performance.now()
  const program = await startFuzzedProgram()
  const faults: string[] = []
  const seen = new Set<string>()
  const counts = createCounts()
  const known = createKnownValues()
  try {
    const roles = await createRoles(program.url, program.keeper)
    const { targets, files } = await listTargets()
    const createRequest = createRequests({ seed, targets, files, state: { known, roles } })
    let number = 0

    const warmUp = Math.min(WARM_UP, Math.ceil(requests / 4))
    const atStart = program.openFiles()
    await sendUpTo(warmUp)
    const isQuiet = async () =>
      program.openFiles() <= atStart + 10 && (await program.listeners()) === 0
    const before = await program.settle(isQuiet)
    await sendUpTo(requests)
    const after = await program.settle(isQuiet)
    const checked = targets
      .map(({ route }) => route)
      .filter(route => !NEVER_SUCCEED.includes(route))
    faults.push(...counts.findFaults(requests >= COVERING ? checked : []))
    faults.push(...(await findFinalFaults(program, { before, after })))
    const code = await program.end()
    if (code !== 0) faults.push(`SIGTERM ended the program with ${code}`)
    const seconds = (performance.now() - started) / 1000
    return { counts, faults, before, after, seconds }

    async function sendUpTo(last: number) {
      await Promise.all(Array.from({ length: LANES }, () => work(last)))
    }

    async function work(last: number) {
      const connection = createConnection(program.port)
      while (number < last && program.isRunning()) {
        await roles.isReady()
        if (number >= last) break
        const n = ++number
        if (n % REPORT_EVERY === 0) report(`${n} requests, ${faults.length} faults`)
        const request = createRequest(n)
        await send(connection, request, n)
      }
      connection.close()
    }

    async function send(
      connection: ReturnType<typeof createConnection>,
      request: FuzzRequest,
      n: number,
    ) {
      const secret = roles.secret(request.role)
      const { expected, method, route, path, role, afterUpgrade } = request
      const bytes = toBytes(request)
      const sentAt = performance.now()
      const outcome = await connection.exchange({
        bytes,
        isHead: method === 'HEAD',
        expected,
        afterUpgrade,
      })
      counts.count(request, outcome, performance.now() - sentAt)
      const fault = findFault(request, outcome)
      if (fault) addFault(`${n}: ${fault}`, `${route} ${fault.slice(0, 60)}`, request)
      if (typeof outcome === 'string') return
      known.learn(route, path, outcome)
      if (request.isAuthentic) await roles.renewIfLost(role, secret, outcome.text)
    }

    function addFault(fault: string, kind: string, request: FuzzRequest) {
      if (seen.has(kind)) return
      seen.add(kind)
      faults.push(`${fault}\n  ${formatRequest(request)}`)
    }
  } finally {
    await program.remove()
  }
}
