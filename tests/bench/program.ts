import { readdirSync, readFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import type { Settings } from '#domain/settings-record'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { createDataFolder } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { settingsBody } from '../support/settings.ts'

const TICKS_PER_SECOND = 100

/** The real program, with the admin signed in; `send` throws what the program refuses. */
export async function runClinic(
  changes: Partial<Settings> = {},
  { data = createDataFolder(), args = [] as string[] } = {},
) {
  const program = data.start(args)
  const [url, admin] = [await program.url(), await program.admin()]
  async function send(method: string, path: string, json?: object) {
    const { status, body } = await admin.send(method, path, json)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${body.error}`)
    return body
  }
  await send('PUT', '/api/settings', settingsBody(changes))
  return {
    ...{ url, send, cookie: admin.cookie, pid: program.process.pid, stop: data.close },
    async register(count: number) {
      for (let n = 1; n <= count; n++) await send('POST', '/api/patients', { name: `PATIENT ${n}` })
    },
  }
}

export type Clinic = Awaited<ReturnType<typeof runClinic>>

const ARGS = [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required']

export async function openBrowser() {
  return chromium.launch({ executablePath: findOrGetChromium(), args: ARGS })
}

/** A signed-in page in a window of its own: a page behind another does not paint. */
export async function openDesk(browser: Browser, url: string) {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: url, viewport })
  await context.request.post('/api/auth/login', { data: ADMIN })
  return context.newPage()
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

/** A row of times whose median has an aim, and maybe their p90. */
export function toRow(what: string, took: number[], beside: string, most: number, most90?: number) {
  const [half, p90] = [median(took), percentile(took, 90)]
  const aim = `median at most ${most} ms${most90 ? `, p90 at most ${most90} ms` : ''}`
  const isMissed = half > most || (most90 !== undefined && p90 > most90)
  return { what, measured: describeMs(took, 90), beside, aim, isMissed }
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
    const fields = (/.*\) (.*)/s.exec(line)?.[1] ?? '').split(' ').map(Number)
    // Its own time, and that of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return { pid, parent: fields[1], seconds: ticks / TICKS_PER_SECOND }
  } catch {
    // It has ended meanwhile: its parent has its time.
    return []
  }
}
