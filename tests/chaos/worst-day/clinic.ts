import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '../../support/clinic.ts'
import { type Program, runProgram } from '../../support/program.ts'
import { signIn } from '../../support/server.ts'
import { aSmallDisk } from '../../support/small-disk.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DISK_MB = 48
const OPENS_AT = 10
/** A test never reaches the internet. */
const NOBODY = 'http://127.0.0.1:9'
const EXTRA_ROOMS = ['Room 3']

/** By the clock on the wall, when the program's own was set, and how much ahead it was from then on. */
export type ClockSet = { atMs: number; aheadMs: number }

/** The real program, on a disk that can be filled and with a clock that can be set. */
export async function openClinic() {
  const disk = aSmallDisk(DISK_MB)
  const folder = mkdtempSync(join(tmpdir(), 'clinic-worst-day-'))
  const dataDir = join(disk?.place ?? folder, 'data')
  const clockFile = join(folder, 'clock')
  const clocks: ClockSet[] = []
  const timeZone = zoneWhereItIs(OPENS_AT)
  setClock(0)
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
        join(import.meta.dirname, 'wrong-clock.ts'),
        join(ROOT, 'server/main.ts'),
      ],
      args: ['--data-dir', dataDir, '--port', String(port), '--time-zone', timeZone],
      env: { CLOCK_FILE: clockFile, WEATHER_URL: NOBODY, NODE_ENV: 'production' },
    })
    programs.push(started)
    port = Number(new URL(await started.url()).port)
    return started
  }

  /** One after another: a busy machine may still be starting it when it is due to be killed. */
  function restartWith(signal: 'SIGKILL' | 'SIGTERM', meanwhile: () => unknown) {
    const mine = lastStart.then(() => endAndStart(signal, meanwhile))
    lastStart = mine.catch(() => {})
    return mine
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
    writeFileSync(clockFile, String(aheadMs))
    clocks.push({ atMs: Date.now(), aheadMs })
  }

  return {
    url,
    timeZone,
    dataDir,
    admin,
    disk,
    clocks,
    setClock,
    /** kill -9; after a while it is started again on the same port and data. Answers how long that took. */
    killAndStart: (downMs: number) => restartWith('SIGKILL', () => Bun.sleep(downMs)),
    /** Fills the disk while somebody switches the computer off and on: no room is left in any file. */
    fillDisk: () => restartWith('SIGTERM', () => disk?.fill()),
    /** Ends it politely; answers the exit code. */
    async stop() {
      program.process.kill('SIGTERM')
      return program.exit()
    },
    /** All that was ever logged. */
    logged: () => programs.map(({ printed }) => printed.text).join(''),
    async remove() {
      program.process.kill('SIGKILL')
      await program.exit()
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type WorstClinic = Awaited<ReturnType<typeof openClinic>>

/** A time zone where it is so late now: neither a jumping clock nor a long day reaches midnight there. */
function zoneWhereItIs(hour: number) {
  const east = ((hour - new Date().getUTCHours() + 12 + 24) % 24) - 12
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
