import { findFault } from './check-response.ts'
import type { Counts } from './counts.ts'
import { createConnection } from './http-connection.ts'
import type { FuzzedProgram } from './program.ts'
import type { KnownValues } from './requests/known-values.ts'
import { type FuzzRequest, formatRequest, toBytes } from './requests/request.ts'
import type { Roles } from './roles.ts'

const LANES = 32
const REPORT_EVERY = 10_000
const KIND_LENGTH = 60

type Options = {
  program: FuzzedProgram
  roles: Roles
  known: KnownValues
  counts: Counts
  createRequest(number: number): FuzzRequest
  report(line: string): void
}

/** Sends requests by their numbers, many at once, and collects each kind of fault once. */
export function createSender(options: Options) {
  const { program, roles, known, counts, createRequest, report } = options
  const faults = new Map<string, string>()
  let number = 0

  async function work(last: number) {
    const connection = createConnection(program.port)
    while (number < last && program.isRunning()) {
      const n = ++number
      if (n % REPORT_EVERY === 0) report(`${n} requests, ${faults.size} faults`)
      await roles.isReady()
      await send(connection, n)
    }
    connection.close()
  }

  async function send({ exchange }: ReturnType<typeof createConnection>, n: number) {
    const request = createRequest(n)
    const { role, route, path, method, isAuthentic } = request
    const secret = roles.secret(role)
    const sentAt = performance.now()
    const outcome = await exchange({
      ...request,
      bytes: toBytes(request),
      isHead: method === 'HEAD',
    })
    counts.count(request, outcome, performance.now() - sentAt)
    const fault = findFault(request, outcome)
    const kind = `${route} ${fault?.slice(0, KIND_LENGTH)}`
    if (fault && !faults.has(kind)) {
      faults.set(kind, `request ${n}: ${fault}\n  ${formatRequest(request)}`)
    }
    if (typeof outcome === 'string') return
    known.learn(route, path, outcome)
    if (isAuthentic) await roles.renewIfLost(role, secret, outcome.text)
  }

  return {
    /** Up to and including this number. */
    async sendUpTo(last: number) {
      await Promise.all(Array.from({ length: LANES }, () => work(last)))
    },
    faults: () => [...faults.values()],
  }
}
