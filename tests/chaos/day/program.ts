import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { mountSmallDisk } from '../../support/files/small-disk.ts'
import { FROM_SOURCE } from '../../support/server/compiled-binary.ts'
import { type Program, runProgram } from '../../support/server/program.ts'
import { setUpClinic } from './clinic.ts'

const [BUN = '', ...MAIN] = FROM_SOURCE
const PRELOAD = ['--preload', join(import.meta.dirname, 'shifted-clock.ts')]
const DISK_MB = 48
/**
 * The morning, also an hour ahead, is over 12 hours before midnight, and the afternoon is not:
 * desks then lose the unfinished patients of the one and keep those of the other.
 */
const START_HOUR = 9
export const AFTERNOON_AHEAD_MS = 4 * HOUR_MS
const UNREACHABLE_URL = 'http://127.0.0.1:9'

export type ClockChange = { atMs: number; aheadMs: number }

export async function startDayProgram() {
  const disk = mountSmallDisk(DISK_MB)
  const folder = mkdtempSync(join(tmpdir(), 'clinic-day-'))
  const dataDir = join(disk?.place ?? folder, 'data')
  const clock = createClock(join(folder, 'clock'))
  const programs: Program[] = []
  let port = 0
  let program = await start()
  const url = `http://127.0.0.1:${port}`
  let admin = await program.admin()
  const queueIds = await setUpClinic(admin)

  async function start() {
    const started = runProgram({
      command: [BUN, ...PRELOAD, ...MAIN],
      args: ['--data-dir', dataDir, '--port', String(port), '--time-zone', clock.timeZone],
      env: { CLOCK_FILE: clock.file, WEATHER_URL: UNREACHABLE_URL },
    })
    programs.push(started)
    port = Number(new URL(await started.url()).port)
    return started
  }

  return {
    url,
    dataDir,
    disk,
    clock,
    queueIds,
    admin: () => admin,
    async signInAgain() {
      admin = await program.admin()
    },
    end: (signal: 'SIGKILL' | 'SIGTERM') => program.end(signal),
    async restart(signal: 'SIGKILL' | 'SIGTERM', meanwhile: () => unknown = () => {}) {
      await program.end(signal)
      await meanwhile()
      program = await start()
    },
    /** Stops the process without closing anything: connections stay open and nothing answers. */
    async hang(lastsMs: number) {
      program.process.kill('SIGSTOP')
      await Bun.sleep(lastsMs)
      program.process.kill('SIGCONT')
    },
    logged: () => programs.map(({ printed }) => printed.text).join(''),
    async remove() {
      await program.end()
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The program reads its clock's shift from the file; in its zone the day begins now. */
function createClock(file: string) {
  const changes: ClockChange[] = []
  const eastHours = ((START_HOUR - new Date().getUTCHours() + 12 + 24) % 24) - 12
  const offsetMs = eastHours * HOUR_MS

  function set(aheadMs: number) {
    // It is renamed, because the program may read it at any moment.
    writeFileSync(`${file}.new`, String(aheadMs))
    renameSync(`${file}.new`, file)
    changes.push({ atMs: Date.now(), aheadMs })
  }
  set(0)

  return {
    file,
    // The sign of these zones counts to the west.
    timeZone: `Etc/GMT${eastHours > 0 ? '-' : '+'}${Math.abs(eastHours)}`,
    offsetMs,
    changes,
    set,
    setBeforeMidnight(leadMs: number) {
      const aheadMs = changes.at(-1)?.aheadMs ?? 0
      set(aheadMs + DAY_MS - ((Date.now() + aheadMs + offsetMs) % DAY_MS) - leadMs)
    },
  }
}

export type DayProgram = Awaited<ReturnType<typeof startDayProgram>>
