import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseOperation } from '#db/connection/open'
import type { QueueDepth } from '#domain/queue/lists'
import type { Channel } from '../realtime/channel.ts'
import { createProcessMetrics } from './process-metrics.ts'

type SubscriberCounts = Record<'websocket' | 'polling' | 'sse', number>

/** Read at each scrape, not counted as it happens. Null: not available now. */
export type MetricsSnapshot = {
  isDatabaseUp: boolean
  queue: QueueDepth | null
  lastBackupAt: string | null
}

type RequestSample = { method: string; route: string; status: number; seconds: number }

const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DATABASE_BUCKETS_S = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]

/** Prometheus metrics. Labels come from short lists: never a path, a name or an id. */
export function createMetrics(live: Channel, version: string) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'clinic_http_requests_total',
    help: 'Requests handled.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'clinic_http_request_duration_seconds',
    help: 'From the request to the start of its response. Long polls wait for an event.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  })
  const database = new Histogram({
    name: 'clinic_database_duration_seconds',
    help: 'Reads, writes (one transaction each) and backup copies, without the wait for the mutex.',
    labelNames: ['work'],
    buckets: DATABASE_BUCKETS_S,
    registers,
  })
  const calls = new Counter({
    name: 'clinic_calls_total',
    help: 'Patient calls, repeated calls included.',
    registers,
  })
  const setSnapshot = createSnapshotGauges(registers)
  const updateProcessMetrics = createProcessMetrics(registers, version)
  let countSubscribers = (): Partial<SubscriberCounts> => ({})

  live.subscribe({
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

    setSubscriberCounter(count: () => SubscriberCounts) {
      countSubscribers = count
    },

    render(snapshot: MetricsSnapshot) {
      setSnapshot(snapshot, countSubscribers())
      updateProcessMetrics()
      return registry.metrics()
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function createSnapshotGauges(registers: Registry[]) {
  const subscribersGauge = new Gauge({
    name: 'clinic_live_listeners',
    help: 'Clients subscribed to live events, by transport.',
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
    help: 'When the newest complete backup was created. No sample without a backup.',
    registers,
  })

  return (
    { isDatabaseUp, queue, lastBackupAt }: MetricsSnapshot,
    subscribers: Partial<SubscriberCounts>,
  ) => {
    subscribersGauge.reset()
    for (const [kind, count] of Object.entries(subscribers)) {
      subscribersGauge.set({ kind }, count)
    }
    patients.reset()
    for (const [state, count] of Object.entries(queue ?? {})) patients.set({ state }, count)
    databaseUp.set(Number(isDatabaseUp))
    if (lastBackupAt) lastBackup.set(Date.parse(lastBackupAt) / 1000)
    else lastBackup.remove()
  }
}
