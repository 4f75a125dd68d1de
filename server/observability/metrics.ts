import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseOperation } from '#db/connection/open'
import type { QueueDepth } from '#domain/queue/lists'
import type { Channel } from '../realtime/channel.ts'
import { createProcessMetrics } from './process-metrics.ts'

type SubscriberCounts = Record<'websocket' | 'polling' | 'sse', number>

/** What is looked at when somebody asks, not counted while it happens. Null: not to be had now. */
export type MetricsSnapshot = {
  isDatabaseUp: boolean
  queue: QueueDepth | null
  lastBackupAt: string | null
}

type RequestSample = { method: string; route: string; status: number; seconds: number }

// In seconds. Most answers take a few milliseconds, most questions to the database less than one.
const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DATABASE_BUCKETS_S = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]

/** Counts what the program does, for Prometheus. Labels come from short lists: never a path, a name or an id. */
export function createMetrics(live: Channel, version: string) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'clinic_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'clinic_http_request_duration_seconds',
    help: 'From the request to the beginning of its answer. Long polls wait for something to tell.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  })
  const database = new Histogram({
    name: 'clinic_database_duration_seconds',
    help: 'Reads, writes (a transaction each) and copies for backups, without the wait for a turn.',
    labelNames: ['work'],
    buckets: DATABASE_BUCKETS_S,
    registers,
  })
  const calls = new Counter({
    name: 'clinic_calls_total',
    help: 'Calls of patients, repeated ones too.',
    registers,
  })
  const look = createSnapshotGauges(registers)
  const lookAtProcess = createProcessMetrics(registers, version)
  let countListeners = (): Partial<SubscriberCounts> => ({})

  live.subscribe({
    hear({ event }) {
      if (event === 'patient:called') calls.inc()
    },
  })

  return {
    contentType: registry.contentType,

    answered({ method, route, status, seconds }: RequestSample) {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },

    databaseTook(work: DatabaseOperation, seconds: number) {
      database.observe({ work }, seconds)
    },

    /** Hands in how listeners are counted, once somebody can listen. */
    listenersBy(count: () => SubscriberCounts) {
      countListeners = count
    },

    /** Everything, in Prometheus' text format 0.0.4. */
    tell(seen: MetricsSnapshot) {
      look(seen, countListeners())
      lookAtProcess()
      return registry.metrics()
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function createSnapshotGauges(registers: Registry[]) {
  const listeners = new Gauge({
    name: 'clinic_live_listeners',
    help: 'Who listens for live events, by how he does it.',
    labelNames: ['kind'],
    registers,
  })
  const patients = new Gauge({
    name: 'clinic_queue_patients',
    help: 'Patients in the queue, each in one state.',
    labelNames: ['state'],
    registers,
  })
  const databaseUp = new Gauge({
    name: 'clinic_database_up',
    help: 'Whether the database answers: 1 or 0.',
    registers,
  })
  const lastBackup = new Gauge({
    name: 'clinic_last_backup_timestamp_seconds',
    help: 'When the newest whole backup was made. No sample where there is none.',
    registers,
  })

  return (
    { isDatabaseUp, queue, lastBackupAt }: MetricsSnapshot,
    heard: Partial<SubscriberCounts>,
  ) => {
    listeners.reset()
    for (const [kind, count] of Object.entries(heard)) listeners.set({ kind }, count)
    patients.reset()
    for (const [state, count] of Object.entries(queue ?? {})) patients.set({ state }, count)
    databaseUp.set(Number(isDatabaseUp))
    if (lastBackupAt) lastBackup.set(Date.parse(lastBackupAt) / 1000)
    else lastBackup.remove()
  }
}
