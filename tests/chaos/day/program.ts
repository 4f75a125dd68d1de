import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mountSmallDisk } from '../../support/files/small-disk.ts'
import { type Program, runProgram } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn, until } from '../../support/server/test-server.ts'
import { AFTERNOON_AHEAD_MS } from './fault-plan.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DISK_MB = 48
/**
 * So that the morning, also an hour ahead, is over 12 hours before midnight, and the afternoon is not: desks
 * then lose the unfinished patients of the one and keep those of the other.
 */
const START_HOUR = 9
const CLOCK_TOLERANCE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** A test never reaches the internet. */
const UNREACHABLE_URL = 'http://127.0.0.1:9'
const EXTRA_ROOMS = ['Room 3']

/** At real time `atMs` the program's clock was set `aheadMs` ahead. */
export type ClockChange = { atMs: number; aheadMs: number }

/** The real program, on a disk that can be filled and with a clock that can be set. */
export async function startScenarioProgram() {
  const disk = mountSmallDisk(DISK_MB)
  const folder = mkdtempSync(join(tmpdir(), 'clinic-load-'))
  const dataDir = join(disk?.place ?? folder, 'data')
  const clockFile = join(folder, 'clock')
  const clocks: ClockChange[] = []
  const timeZone = getZoneAtHour(START_HOUR)
  // A sign-in lasts 12 hours, and a headless desk keeps its first cookie past midnight.
  setClock(AFTERNOON_AHEAD_MS)
  const programs: Program[] = []
  let port = 0
  let program = await start()
  let lastStart: Promise<unknown> = Promise.resolve()
  const url = `http://127.0.0.1:${port}`
  const admin = await signIn(url, ADMIN)
  for (const name of EXTRA_ROOMS) await admin.send('POST', '/api/windows', { name })

  async function start(): Promise<Program> {
    const started = runProgram({
      command: [
        process.execPath,
        '--preload',
        join(import.meta.dirname, 'shifted-clock.ts'),
        join(ROOT, 'server/main.ts'),
      ],
      args: ['--data-dir', dataDir, '--port', String(port), '--time-zone', timeZone],
      env: { CLOCK_FILE: clockFile, WEATHER_URL: UNREACHABLE_URL, NODE_ENV: 'production' },
    })
    programs.push(started)
    port = Number(new URL(await started.url()).port)
    return started
  }

  /** In sequence: on a busy machine the previous start may not be over. */
  function restartWith(signal: 'SIGKILL' | 'SIGTERM', meanwhile: () => unknown) {
    const restart = lastStart.then(() => endAndStart(signal, meanwhile))
    lastStart = restart.catch(() => {})
    return restart
  }

  async function endAndStart(signal: 'SIGKILL' | 'SIGTERM', meanwhile: () => unknown) {
    program.process.kill(signal)
    await program.exit()
    await meanwhile()
    const started = performance.now()
    program = await start()
    return performance.now() - started
  }

  function setClock(aheadMs: number) {
    // Renamed, because an empty file would be no shift at all.
    writeFileSync(`${clockFile}.new`, String(aheadMs))
    renameSync(`${clockFile}.new`, clockFile)
    clocks.push({ atMs: Date.now(), aheadMs })
  }

  /** The program's time. */
  const now = () => Date.now() + (clocks.at(-1)?.aheadMs ?? 0)

  /** The program reads its clock's shift a moment after it was set. */
  async function untilClockIsSet() {
    await until('the program has the new time', async () => {
      const response = await fetch(`${url}/healthz`).catch(() => null)
      const time = Date.parse(response?.headers.get('date') ?? '')
      return Math.abs(time - now()) < CLOCK_TOLERANCE_MS
    })
  }

  /** Stops the process without closing anything: connections stay open and nothing answers. */
  function hang(lastsMs: number) {
    const hanging = lastStart.then(async () => {
      program.process.kill('SIGSTOP')
      await Bun.sleep(lastsMs)
      program.process.kill('SIGCONT')
    })
    lastStart = hanging.catch(() => {})
    return hanging
  }

  return {
    url,
    timeZone,
    dataDir,
    admin,
    disk,
    clocks,
    setClock,
    now,
    untilClockIsSet,
    hang,
    /** Sets the clock forward so that the clinic's day turns after `leadMs`. */
    setClockBeforeMidnight(leadMs: number) {
      const sinceMidnightMs = (now() + getOffsetMs(timeZone)) % DAY_MS
      setClock(now() - Date.now() + DAY_MS - sinceMidnightMs - leadMs)
    },
    /** Kills it and restarts it on the same port and data; returns the start-up time in ms. */
    killAndStart: (downMs: number) => restartWith('SIGKILL', () => Bun.sleep(downMs)),
    /** Fills the disk during a restart, so that no open file has free space. */
    fillDisk: () => restartWith('SIGTERM', () => disk?.fill()),
    /** Returns the exit code. */
    async stop() {
      program.process.kill('SIGTERM')
      return program.exit()
    },
    logged: () => programs.map(({ printed }) => printed.text).join(''),
    async remove() {
      program.process.kill('SIGKILL')
      await program.exit()
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ScenarioProgram = Awaited<ReturnType<typeof startScenarioProgram>>

function getZoneAtHour(hour: number) {
  const east = ((hour - new Date().getUTCHours() + 12 + 24) % 24) - 12
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Of a zone `Etc/GMT±n`, whose sign counts to the west. */
export function getOffsetMs(timeZone: string) {
  return -Number(timeZone.slice('Etc/GMT'.length)) * 60 * 60_000
}
