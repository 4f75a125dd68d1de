import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { exchange } from './exchange.ts'
import { NAME_MARK, PHONE_MARK } from './hostile-values.ts'
import { createRead, type State, type Targets } from './requests.ts'
import { ROLES, type Role } from './roles.ts'

/** The least share of 2xx, so that a run proves something. The role `nobody` may use few routes. */
const MIN_OK = 0.15
const MIN_OK_OF_NOBODY = 0.05
const MAX_LIMITED = 0.1
/** With fewer requests a rare route may not succeed by chance. */
const COVERING = 50_000
/** One would replace the data of the run; the others need what random requests seldom have. */
const RARELY_SUCCEED = [
  'POST /api/backups/:name/restore',
  'POST /api/qr/:id/claim',
  'POST /api/patients/reset-queue/undo',
  'GET /api/logo',
]
/** Lists, reports and pages that an administrator can read without an id. */
const READ = /^GET (?!.*(:|events|\/metrics|\/api\/v1))/
const SHOWN_LINES = 5

export type Sent = { role: Role; route: string; status: number; ms: number }

/** Prints what each role got. Returns what shows that the run proved too little. */
export function summarize(sent: Sent[], { routes }: Targets) {
  const gaps: string[] = []
  console.log(formatHeader(['role', 'requests', 'none', '2xx', '3xx', '4xx', '5xx']))
  for (const role of ROLES) {
    const statuses = sent.filter(request => request.role === role).map(({ status }) => status)
    const count = (from: number, below: number) =>
      statuses.filter(status => status >= from && status < below).length
    const getShare = (from: number, below: number) => count(from, below) / statuses.length
    const shares = [0, 200, 300, 400, 500].map(from => getShare(from, from + 100) * 100)
    console.log(formatRow([role, statuses.length, ...shares.map(share => `${share.toFixed(1)} %`)]))
    // Refusals of routes that are not for the role, and refusals by a limit, say nothing of the rest.
    const allowed = statuses.length - count(403, 404) - count(429, 430)
    const least = role === 'nobody' ? MIN_OK_OF_NOBODY : MIN_OK
    if (count(200, 300) / allowed < least) gaps.push(`${role} got too few 2xx`)
    if (getShare(429, 430) > MAX_LIMITED) gaps.push(`${role} was refused by limits too often`)
  }
  const [slowest] = sent.toSorted((a, b) => b.ms - a.ms)
  console.log(`\nslowest response ${slowest?.ms.toFixed(0)} ms: ${slowest?.route}`)
  if (sent.length < COVERING) return gaps
  const succeeded = sent.filter(({ status }) => status >= 200 && status < 400)
  const reached = new Set([...succeeded.map(({ route }) => route), ...RARELY_SUCCEED])
  const missed = routes.filter(({ route }) => !reached.has(route))
  return [...gaps, ...missed.map(({ route }) => `${route} never succeeded`)]
}

/** The clinic must still work after the run. */
export async function findBroken(url: string) {
  const admin = await signIn(url, ADMIN)
  const room = await admin.addRoom('After the run')
  const patient = await admin.register('AFTER THE RUN')
  const { status } = await admin.call(patient.id, room.body.id)
  await admin.post('/api/patients/reset-queue')
  const undone = await admin.post('/api/patients/reset-queue/undo')
  const statuses = { room: room.status, call: status, 'undone reset': undone.status }
  const isWorking = Object.values(statuses).every(each => each === 200 || each === 201)
  return isWorking ? [] : [`the clinic does not work: ${JSON.stringify(statuses)}`]
}

/** Every page, list and report shows what the run has left: each must still come. */
export async function findUnreadable(url: string, state: State) {
  const faults: string[] = []
  await state.roles.renewLost()
  for (const target of state.targets.routes.filter(({ route }) => READ.test(route))) {
    const request = await createRead(target, state)
    const { status } = await exchange(url, request)
    const isRight = (status >= 200 && status < 400) || RARELY_SUCCEED.includes(target.route)
    if (!isRight) faults.push(`after the run ${request.path} was answered with ${status}`)
  }
  return faults
}

export function findLogFaults(log: string, secrets: string[]) {
  const lines = log.split('\n')
  const find = (what: string, isWrong: (line: string) => boolean) =>
    lines
      .filter(isWrong)
      .slice(0, SHOWN_LINES)
      .map(line => `${what} in the log: ${line}`)
  return [
    ...find('error', line => line.includes('"level":"error"')),
    ...find("a patient's name", line => line.toUpperCase().includes(NAME_MARK)),
    ...find('a phone number', line => line.includes(PHONE_MARK)),
    ...find('a secret', line => secrets.some(secret => line.includes(secret))),
  ]
}
