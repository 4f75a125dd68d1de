import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import type { FuzzRequest, Outcome } from './exchange.ts'
import { NAME_MARK } from './hostile-values.ts'
import { type FuzzedProgram, type Measured, MORE_FILES } from './program.ts'
import { ROLES, type Role } from './roles.ts'

/** A range that a file does not have, and a head that Bun refuses before the program sees it. */
const WITHOUT_SENTENCE = [416, 431]
/** The least share of 2xx, so that a run proves something, and the most of refusals by a limit. */
const MIN_OK: Record<Role, number> = { nobody: 0.1, tv: 0.3, program: 0.3, user: 0.3, admin: 0.3 }
const MAX_LIMITED = 0.1
const MAX_GROWTH = 1.5
const MAX_GROWTH_BYTES = 100 * 1024 * 1024
const SHOWN_LINES = 5

export function findFault({ expected, method, path }: FuzzRequest, outcome: Outcome) {
  if (typeof outcome === 'string') {
    if (expected === 'anything') return null
    return outcome === 'timeout' ? 'no response in time' : 'closed without a whole response'
  }
  const { status, headers, text } = outcome
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  const hasError = status >= 400 && !WITHOUT_SENTENCE.includes(status) && method !== 'HEAD'
  if (!hasError || expected === 'anything' || !isApi(path)) return null
  const isJson = headers.get('content-type')?.startsWith('application/json')
  if (isJson && /"error":"[^"]*\S \S/.test(text)) return null
  return `status ${status} without a sentence: ${text.slice(0, 200)}`
}

function isApi(path: string) {
  const address = `http://x${path}`
  return URL.canParse(address) && /^\/api(\/|$)/i.test(new URL(address).pathname)
}

export function createCounts() {
  const counts = new Map<string, number>()
  const succeeded = new Set<string>()
  let slowest = { ms: 0, route: '' }
  const get = (role: Role, kind: string) => counts.get(`${role} ${kind}`) ?? 0
  const total = (role: Role) => get(role, 'all')
  const share = (role: Role, kind: string) => get(role, kind) / Math.max(1, total(role))

  return {
    total,
    share,
    slowest: () => slowest,
    count({ role, route, expected }: FuzzRequest, outcome: Outcome, ms: number) {
      const status = typeof outcome === 'string' ? 0 : outcome.status
      const kind = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
      for (const name of ['all', kind, String(status)]) {
        counts.set(`${role} ${name}`, get(role, name) + 1)
      }
      if (expected === 'answer' && ms > slowest.ms) slowest = { ms, route }
      if (status >= 200 && status < 400) succeeded.add(route)
    },
    findFaults(routes: string[]) {
      const tooFew = ROLES.filter(role => share(role, '2xx') < MIN_OK[role])
      const limited = ROLES.filter(role => share(role, '429') > MAX_LIMITED)
      return [
        ...tooFew.map(role => `${role} got only ${(share(role, '2xx') * 100).toFixed(1)} % 2xx`),
        ...limited.map(role => `${role} was refused by limits too often`),
        ...routes.filter(route => !succeeded.has(route)).map(route => `${route} never succeeded`),
      ]
    },
  }
}

/** What a run may not leave behind, and that the clinic still works. */
export async function findFinalFaults(
  { url, logged }: FuzzedProgram,
  before: Measured,
  after: Measured,
  secrets: string[],
) {
  const faults: string[] = []
  const allowed = Math.max(before.rss * MAX_GROWTH, before.rss + MAX_GROWTH_BYTES)
  if (after.rss > allowed) faults.push(`RSS grew from ${before.rss} to ${after.rss}`)
  if (after.openFiles > before.openFiles + MORE_FILES) {
    faults.push(`open files grew from ${before.openFiles} to ${after.openFiles}`)
  }
  if (after.liveConnections > 0) faults.push(`${after.liveConnections} live connections remain`)
  const admin = await signIn(url, ADMIN)
  const room = await admin.send('POST', '/api/windows', { name: 'After the run' })
  const patient = await admin.register('AFTER THE RUN')
  const { status } = await admin.call(patient.id, room.body.id)
  if (room.status !== 201 || status !== 200) {
    faults.push(`the clinic does not work: ${room.status}, call ${status}`)
  }
  return [...faults, ...findLogFaults(logged().split('\n'), secrets)]
}

function findLogFaults(lines: string[], secrets: string[]) {
  const find = (what: string, isWrong: (line: string) => boolean) =>
    lines
      .filter(isWrong)
      .slice(0, SHOWN_LINES)
      .map(line => `${what} in the log: ${line}`)
  return [
    ...find('error', line => line.includes('"level":"error"')),
    ...find("a patient's name", line => line.toUpperCase().includes(NAME_MARK)),
    ...find('a secret', line => secrets.some(secret => line.includes(secret))),
  ]
}
