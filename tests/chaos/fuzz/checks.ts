import { GROUPS } from '#domain/reports/report'
import { SCREENS } from '../../../routes/index.tsx'
import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { JPEG } from '../../support/files/images.ts'
import { readCookies } from '../../support/server/test-app.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { asClient, signIn } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'
import type { Answer, FuzzRequest } from './exchange.ts'
import { NAME_MARK, PHONE_MARK } from './hostile-values.ts'
import { ROLES, type Role } from './roles.ts'

/** A range that a file does not have, and a head that Bun refuses before the program sees it. */
const WITHOUT_SENTENCE = [416, 431]
/** The least share of 2xx, so that a run proves something, and the most of refusals by a limit. */
const MIN_OK: Record<Role, number> = {
  nobody: 0.1,
  tv: 0.3,
  kiosk: 0.1,
  program: 0.3,
  user: 0.3,
  admin: 0.3,
}
const ALWAYS_TRIED = [
  ...['GET', 'POST'].map(method => `${method} /api/queues`),
  ...['PUT', 'DELETE'].map(method => `${method} /api/queues/:id`),
  ...['PATCH /api/patients/:id/queue', 'PATCH /api/tv-devices/:id', 'POST /api/tv-devices'],
  ...['GET /api/appointments', 'PUT /api/appointments/:day'],
  ...['POST /api/appointments/:id/check-in', 'PUT /api/v1/appointments/:day'],
  ...['GET /api/v1/queues', 'GET /api/kiosk/:token', 'POST /api/kiosk/:token/patients'],
  ...['GET /kiosk/:token', 'POST /api/tv/pairings', 'POST /api/tv-devices/pair'],
]
const MAX_LIMITED = 0.1
const SHOWN_LINES = 5

/** A request that was sent, and its response's status. */
export type Sent = { role: Role; route: string; status: number; ms: number }

export function findFault({ expected, method, path }: FuzzRequest, answer: Answer) {
  const { status, headers, text } = answer
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  if (expected === 'anything') return null
  if (status === 0) return text
  const hasError = status >= 400 && !WITHOUT_SENTENCE.includes(status) && method !== 'HEAD'
  if (!hasError || !isApi(path)) return null
  const isJson = headers.get('content-type')?.startsWith('application/json')
  if (isJson && /"error":"([^"\\]|\\.)*\S \S/.test(text)) return null
  return `status ${status} without a sentence: ${text.slice(0, 200)}`
}

function isApi(path: string) {
  const { pathname } = URL.parse(`http://x${path}`) ?? {}
  return /^\/api(\/|$)/i.test(pathname ?? '')
}

/** Prints what each role got. Returns what shows that the run proved too little. */
export function summarize(sent: Sent[], routes: string[]) {
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
    if (count(200, 300) / allowed < MIN_OK[role]) gaps.push(`${role} got too few 2xx`)
    if (getShare(429, 430) > MAX_LIMITED) gaps.push(`${role} was refused by limits too often`)
  }
  gaps.push(...findUntried(sent))
  const succeeded = sent.filter(({ status }) => status >= 200 && status < 400)
  const reached = new Set(succeeded.map(({ route }) => route))
  const missed = routes.filter(route => !reached.has(route))
  return [...gaps, ...missed.map(route => `${route} never succeeded`)]
}

/** Whatever the seed, these are carried out and refused at least once. */
function findUntried(sent: Sent[]) {
  return ALWAYS_TRIED.flatMap(route => {
    const statuses = sent.filter(one => one.route === route).map(({ status }) => status)
    const isDone = statuses.some(status => status >= 200 && status < 400)
    const isRefused = statuses.some(status => status >= 400 && status < 500)
    return isDone && isRefused ? [] : [`${route} was only ${isDone ? 'carried out' : 'refused'}`]
  })
}

/** The clinic must still work after the run. */
export async function findBroken(url: string) {
  const admin = await signIn(url, ADMIN)
  const room = await admin.addRoom('After the run')
  const patient = await admin.register('AFTER THE RUN')
  const { status } = await admin.call(patient.id, room.body.id)
  await admin.post('/api/patients/reset-queue')
  const undone = await admin.post('/api/patients/reset-queue/undo')
  const statuses = {
    room: room.status,
    call: status,
    'undone reset': undone.status,
    'sign-in by phone': await signInByPhone(url),
    logo: await showLogo(url, admin.cookie),
  }
  const isWorking = Object.values(statuses).every(each => each === 200 || each === 201)
  return isWorking ? [] : [`the clinic does not work: ${JSON.stringify(statuses)}`]
}

/** Every page, list and report shows what the run has left: each must still come. */
export async function findUnreadable(url: string) {
  const { cookie } = await signIn(url, ADMIN)
  const period = 'from=2000-01-01&to=2199-12-31'
  const groups = GROUPS.map(by => `/api/reports?${period}&by=${by}`)
  const files = ['/api/reports/visits.csv', '/api/audit/entries.csv', '/reports', '/audit']
  const lists = [
    'patients',
    'windows',
    'queues',
    'appointments',
    'users',
    'media',
    'display',
    'settings',
    'tokens',
    'estimates',
  ]
  const paths = [
    ...[...SCREENS.map(({ path }) => path), ...lists.map(name => `/api/${name}`), ...groups],
    ...files.map(path => `${path}?${period}`),
    ...['/api/dashboard/stats', '/api/dashboard/history', '/api/dashboard/notices'],
  ]
  const faults: string[] = []
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { cookie } })
    await response.arrayBuffer()
    if (!response.ok) faults.push(`after the run ${path} was answered with ${response.status}`)
  }
  return faults
}

/** Returns the status of a logo that has just been chosen. */
async function showLogo(url: string, cookie: string) {
  const form = new FormData()
  form.set('file', new File([JPEG], 'logo.jpg'))
  const uploaded = await fetch(`${url}/api/media/upload`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  const { id } = await uploaded.json()
  const { put } = asClient(url, cookie)
  await put('/api/settings', settingsBody({ clinicLogo: `/api/media/${id}/file` }))
  return (await fetch(`${url}/api/logo`)).status
}

/** The phone types the code of the TV, which then claims its session. Returns the last status. */
async function signInByPhone(url: string) {
  const send = (path: string, cookie: string, json?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const init = json ? { method: 'POST', headers, body: JSON.stringify(json) } : { headers }
    return fetch(`${url}/api/qr/${path}`, init)
  }
  const shown = await send('init', '', {})
  const { qrId } = await shown.json()
  const tv = readCookies(shown)
  const { username, password } = ADMIN
  const phone = readCookies(await send(`${qrId}/authorize`, '', { username, password }))
  const { code } = await (await send(`${qrId}/status`, tv)).json()
  await send(`${qrId}/finalize`, phone, { tvVerifier: code })
  return (await send(`${qrId}/claim`, tv, {})).status
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
