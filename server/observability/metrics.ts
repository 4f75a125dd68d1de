import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseOperation } from '#db/connection/open'
import type { BackupCopies } from '#domain/backups/backups'
import type { QueueDepth } from '#domain/queue/lists'

type EventSource = { subscribe(subscriber: { onEvent(event: { name: string }): void }): unknown }

type SubscriberCounts = Record<'websocket' | 'polling' | 'sse', number>

export type MetricsSnapshot = {
  isDatabaseUp: boolean
  canWrite: boolean
  freeBytes: number | null
  certificateExpiry: string | null
  areOthersReached: boolean | null
  queue: QueueDepth | null
  lastBackupAt: string | null
  copies: BackupCopies | null
}

type RequestSample = { method: string; route: string; status: number; seconds: number }

const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DATABASE_BUCKETS_S = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]

const LOOP_RESOLUTION_MS = 50
const NS = 1e9
const US = 1e6

/** Labels come from short lists, so they never contain a path, a name or an id. */
export function createMetrics(channel: EventSource, version: string) {
  const registry = new Registry()
  const define = createDefine(registry)
  const requests = new Counter(
    define('clinic_http_requests_total', 'Requests handled.', ['method', 'route', 'status']),
  )
  const durations = new Histogram({
    ...define(
      'clinic_http_request_duration_seconds',
      'From the request to the start of its response. Long polls wait for an event.',
      ['method', 'route'],
    ),
    buckets: REQUEST_BUCKETS_S,
  })
  const database = new Histogram({
    ...define(
      'clinic_database_duration_seconds',
      'Reads, writes (one transaction each) and backup copies, without the wait for the mutex.',
      ['work'],
    ),
    buckets: DATABASE_BUCKETS_S,
  })
  const calls = new Counter(define('clinic_calls_total', 'Patient calls, repeated calls included.'))
  const failedWrites = new Counter(
    define(
      'clinic_failed_writes_total',
      'Writes that failed because the disk is full or cannot be written.',
    ),
  )
  const build = new Gauge(
    define('clinic_build_info', 'Always 1; the version is a label.', ['version']),
  )
  build.set({ version }, 1)
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  let countSubscribers = (): Partial<SubscriberCounts> => ({})

  channel.subscribe({
    onEvent({ name }) {
      if (name === 'patient:called') calls.inc()
    },
  })

  return {
    contentType: registry.contentType,

    observeRequest({ method, route, status, seconds }: RequestSample) {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },

    observeDatabase(work: DatabaseOperation, seconds: number) {
      database.observe({ work }, seconds)
    },

    countFailedWrite: () => failedWrites.inc(),

    setSubscriberCounter(count: () => SubscriberCounts) {
      countSubscribers = count
    },

    render(snapshot: MetricsSnapshot) {
      const delayS = loop.count > 0 ? loop.max / NS : 0
      loop.reset()
      const gauges = createGauges(snapshot, countSubscribers(), delayS)
      return Registry.merge([registry, gauges]).metrics()
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const GAUGES: Record<string, [string, (snapshot: MetricsSnapshot) => number | null]> = {
  clinic_database_up: [
    'Whether the database answers: 1 or 0.',
    ({ isDatabaseUp }) => Number(isDatabaseUp),
  ],
  clinic_storage_writable: [
    'Whether the clinic can save: 1 or 0.',
    ({ canWrite }) => Number(canWrite),
  ],
  clinic_disk_free_bytes: [
    'Free space where the data is. No sample for a database elsewhere.',
    ({ freeBytes }) => freeBytes,
  ],
  clinic_certificate_expiry_timestamp_seconds: [
    'When the certificate in use expires. No sample without one.',
    ({ certificateExpiry }) => toSeconds(certificateExpiry),
  ],
  clinic_redis_up: [
    'Whether the other machines are reached: 1 or 0. No sample without Redis.',
    ({ areOthersReached }) => (areOthersReached === null ? null : Number(areOthersReached)),
  ],
  clinic_last_backup_timestamp_seconds: [
    'When the newest complete backup was created. No sample without a backup.',
    ({ lastBackupAt }) => toSeconds(lastBackupAt),
  ],
  clinic_backup_copy_ok: [
    '0 if the last off-site copy failed, else 1. No sample without off-site copies.',
    ({ copies }) => copies && Number(copies.failure === null),
  ],
  clinic_last_backup_copy_timestamp_seconds: [
    'When the newest off-site copy was created. No sample before the first copy.',
    ({ copies }) => toSeconds(copies?.newestAt ?? null),
  ],
  process_resident_memory_bytes: [
    'Resident memory of the process.',
    () => process.memoryUsage.rss(),
  ],
  process_start_time_seconds: ['When the process started.', () => performance.timeOrigin / 1000],
}

function createDefine(registry: Registry) {
  return (name: string, help: string, labelNames: string[] = []) => {
    return { name, help, labelNames, registers: [registry] }
  }
}

function createGauges(
  snapshot: MetricsSnapshot,
  counts: Partial<SubscriberCounts>,
  delayS: number,
) {
  const scrape = new Registry()
  const define = createDefine(scrape)
  const subscribers = new Gauge(
    define('clinic_live_listeners', 'Clients subscribed to live events, by transport.', ['kind']),
  )
  for (const [kind, count] of Object.entries(counts)) subscribers.set({ kind }, count)
  const patients = new Gauge(
    define('clinic_queue_patients', 'Patients in the queue, each in one state.', ['state']),
  )
  for (const [state, count] of Object.entries(snapshot.queue ?? {})) patients.set({ state }, count)
  for (const [name, [help, read]] of Object.entries(GAUGES)) {
    const gauge = new Gauge(define(name, help))
    const value = read(snapshot)
    if (value === null) gauge.remove()
    else gauge.set(value)
  }
  const delayHelp = 'Longest delay of the event loop since the previous scrape, or the start.'
  new Gauge(define('clinic_event_loop_delay_seconds', delayHelp)).set(delayS)
  const { user, system } = process.cpuUsage()
  const cpu = new Counter(define('process_cpu_seconds_total', 'CPU time of the process.'))
  cpu.inc((user + system) / US)
  return scrape
}

function toSeconds(instant: string | null) {
  return instant === null ? null : Date.parse(instant) / 1000
}
