import { readdirSync, readFileSync } from 'node:fs'
import type { Settings } from '#domain/settings-record'
import { createDataFolder, type Program } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn } from '../support/server/test-server.ts'
import { settingsBody } from '../support/settings.ts'

const TICKS_PER_SECOND = 100

/** The real program, with display settings that differ from the defaults. */
export async function runClinic(
  changes: Partial<Settings> = {},
  { data = createDataFolder(), args = [] as string[] } = {},
) {
  const program = data.start(args)
  const url = await program.url()
  const client = await openClient(url)
  await client.send('PUT', '/api/settings', settingsBody(changes))

  /** Asked for under another name than localhost, which no ticket can have as its address. */
  async function getTicket(patientId: number): Promise<string> {
    const headers = { cookie: client.cookie, 'x-forwarded-host': 'clinic.example' }
    const response = await fetch(`${url}/api/patients/${patientId}/ticket`, { headers })
    return (await response.json()).ticket
  }

  return { ...client, url, pid: program.process.pid, getTicket, stop: data.close }
}

export type Clinic = Awaited<ReturnType<typeof runClinic>>

/** Signed in as the admin; `send` throws what the program refuses. */
async function openClient(url: string) {
  const { cookie, send } = await signIn(url, ADMIN)
  return {
    cookie,
    async send(method: string, path: string, json?: object) {
      const { status, body } = await send(method, path, json)
      if (status >= 400) throw new Error(`${method} ${path}: ${status} ${body.error}`)
      return body
    },
  }
}

/** A phone that shows a ticket, at the ticket's address. Returns the status of each answer. */
export function createPhone(address: string) {
  let etag = ''
  return async () => {
    const headers: HeadersInit = etag ? { 'if-none-match': etag } : {}
    const response = await fetch(address, { headers })
    etag = response.headers.get('etag') ?? ''
    await response.arrayBuffer()
    return response.status
  }
}

/** Milliseconds from the start of the program to its first page. */
export async function timeStart(start: () => Program) {
  const started = performance.now()
  const program = start()
  await fetch(await program.url())
  const took = performance.now() - started
  await program.end('SIGTERM')
  return took
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function median(numbers: number[]) {
  return percentile(numbers, 50)
}

export function percentile(numbers: number[], of: number) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0
}

export function describeMs(times: number[], of: number) {
  const [half, most] = [median(times), percentile(times, of)].map(ms => ms.toFixed(1))
  return `median ${half} ms, p${of} ${most} ms`
}

/** CPU seconds that a process and its descendants have used since they started; Linux only. */
export function cpuSeconds(root: number) {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger).flatMap(readProcess)
  const total = (pid: number): number =>
    all.reduce((sum, one) => {
      if (one.pid === pid) return sum + one.seconds
      return one.parent === pid ? sum + total(one.pid) : sum
    }, 0)
  return total(root)
}

function readProcess(pid: number) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: state, parent, ...
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // Its own time, and that of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return { pid, parent: fields[1], seconds: ticks / TICKS_PER_SECOND }
  } catch {
    // It has ended meanwhile: its parent has its time.
    return []
  }
}
