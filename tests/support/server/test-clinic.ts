import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/connection/open'
import { seedDatabase } from '#db/repositories/seed'
import { getOrCreateSecret, saveMark } from '#db/repositories/settings'
import { createUser } from '#db/repositories/users'
import { CLEANUP_DAY } from '#db/schema/marks'
import { HOUR_MS } from '#domain/time'
import type { Role } from '#domain/users/user'
import { createSingleMachine } from '../../../server/cluster/cluster.ts'
import { type App, createAppContext, getCurrentDays } from '../../../server/context.ts'
import { createWeatherCache } from '../../../server/integrations/weather.ts'
import type { Log } from '../../../server/observability/log.ts'
import { createMetrics } from '../../../server/observability/metrics.ts'
import { type ChannelEvent, createChannel } from '../../../server/realtime/channel.ts'
import { createBackupStore } from '../../../server/storage/backup/backup-store.ts'
import { WORK } from '../../../server/storage/backup/worker.ts'
import { createWorker, type RunWorker } from '../../../server/storage/backup/worker-client.ts'
import { createSteadyTime } from '../../../server/storage/steady-time.ts'
import { aTimeZone } from '../samples.ts'
import { WAIT_LIMIT_MS } from '../time-limit.ts'
import { PROGRAM } from './compiled-binary.ts'
import { perTest } from './per-test.ts'

export const ADMIN = { id: 1, username: 'admin', password: 'correct horse' }
export const NURSE = { id: 2, username: 'nurse', password: 'battery staple' }
const TIME_ZONE = 'Asia/Kuala_Lumpur'
/** Friday, 10:00 in Kuala Lumpur. */
export const TEN_O_CLOCK = '2026-11-20T02:00:00.000Z'

/**
 * At the product's own cost two thirds of the time of the API's tests would go into verifying
 * passwords.
 */
const CHEAP = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const
const hashes = Promise.all([ADMIN, NURSE].map(({ password }) => Bun.password.hash(password, CHEAP)))

/** In processes of their own, as the product does it. */
export const runInProcess = createWorker(PROGRAM)

/**
 * Backups are made in this process: two more processes for each would take most of the time of
 * their tests.
 */
const runWorker: RunWorker = async (work, input, options) => {
  if (work !== 'copy' && work !== 'pack') return runInProcess(work, input, options) as never
  // `RunWorker` has checked that the input is of this work.
  return (WORK[work] as (input: unknown, context?: object) => Promise<never>)(input, options)
}

type RecordedEvent = { event: ChannelEvent['name']; payload: ChannelEvent['payload'] }

type Options = {
  at?: string
  timeZone?: string
  isDemo?: boolean
  weatherUrl?: string
  metricsToken?: string
  onStatement?: (sql: string, params: unknown[]) => void
  backups?: Pick<Parameters<typeof createBackupStore>[0], 'freeBytes' | 'runWorker' | 'passphrase'>
}

/**
 * A clinic with its own database file and a fake clock; it asks for weather only at `weatherUrl`.
 */
export async function createTestClinic(options: Options = {}) {
  const { at = TEN_O_CLOCK, isDemo = false, weatherUrl, metricsToken, backups } = options
  const { onStatement, timeZone = TIME_ZONE } = options
  const folder = mkdtempSync(join(tmpdir(), 'clinic-test-'))
  const clock = createFakeClock(at)
  const channel = createChannel(clock.now)
  const metrics = createMetrics(channel, '1.2.3')
  const file = join(folder, 'clinic.db')
  copyFileSync(await getFilledFile(at), file)
  const database = await openDatabase(`file:${file}`, {
    onOperation: metrics.observeDatabase,
    ...(onStatement ? { onStatement } : {}),
  })
  const logged: string[] = []
  const log: Log = (level, message, details) =>
    logged.push(JSON.stringify({ level, message, ...details }))
  const clinic = createAppContext({
    database,
    dataDir: null,
    channel,
    log,
    metrics,
    now: clock.now,
    steadyMs: createSteadyTime(clock.now, clock.steadyNow),
    backupStore: isDemo
      ? null
      : createBackupStore({ dataDir: folder, version: '1.2.3', log, runWorker, ...backups }),
    backupCopier: null,
    weatherAt: weatherUrl
      ? createWeatherCache({
          url: weatherUrl,
          now: clock.now,
          log,
          timeoutMs: WAIT_LIMIT_MS,
        })
      : async () => null,
    cluster: createSingleMachine(),
    restartIntoRestore: async () => {},
    config: {
      timeZone: aTimeZone(timeZone),
      cookieSecret: await database.write(tx => getOrCreateSecret(tx, 'cookie')),
      publicUrl: undefined,
      metricsToken,
      proxies: [],
      isDemo,
      builtAt: null,
    },
  })
  await confirmDate({ clinic })

  const published: RecordedEvent[] = []
  channel.subscribe({
    onEvent({ name, payload }) {
      if (name !== 'change') published.push({ event: name, payload })
    },
  })

  async function close() {
    await clinic.backupStore?.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { clinic, database, clock, published, logged, folder, close }
}

/** One for each test of the file. */
export const withTestClinic = () => perTest(createTestClinic)

/** Deletion by age waits for this after more than a week without a clean-up. */
export function confirmDate({ clinic }: Pick<TestClinic, 'clinic'>) {
  const { today } = getCurrentDays(clinic)
  return clinic.write(tx => saveMark(tx, CLEANUP_DAY, today))
}

export type TestClinic = Awaited<ReturnType<typeof createTestClinic>>

/** The first user, who signs in at little cost. */
export async function seedWithAdmin({ write }: Pick<Database, 'write'>) {
  const [admins = ''] = await hashes
  await write(tx => seedDatabase(tx, admins, new Date().toISOString()))
}

const filledFiles = new Map<string, Promise<string>>()

/** Migrations take longer than most tests, so a process runs them once, and copies the file. */
function getFilledFile(at: string) {
  const file = filledFiles.get(at) ?? createFilledFile(at)
  filledFiles.set(at, file)
  return file
}

async function createFilledFile(at: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'clinic.db')
  const database = await openDatabase(`file:${file}`)
  const [admins = '', nurses = ''] = await hashes
  await database.write(async tx => {
    await seedDatabase(tx, admins, at)
    const role: Role = 'user'
    await createUser(tx, { username: NURSE.username, role, passwordHash: nurses, createdAt: at })
  })
  await database.close()
  return file
}

export function createFakeClock(start: string) {
  let at = Date.parse(start)
  // The program is past its start.
  let steadyAt = HOUR_MS
  return {
    now: () => new Date(at).toISOString(),
    steadyNow: () => steadyAt,
    /** Time passes. */
    advance: (ms: number) => {
      at += ms
      steadyAt += Math.max(ms, 0)
    },
    /** Somebody sets the clock. */
    jump: (ms: number) => {
      at += ms
    },
    set: (instant: string) => {
      at = Date.parse(instant)
    },
  }
}

export const ROOMS = { dispensary: 1, one: 2, two: 3 }

export type { App }
