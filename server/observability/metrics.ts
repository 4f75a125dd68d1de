import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseOperation } from '#db/connection/open'
import type { BackupCopies } from '#domain/backups/backups'
import type { QueueDepth } from '#domain/queue/lists'

import { createProcessMetrics } from './process-metrics.ts'

/** The channel, as far as the metrics need it. */
type EventSource = { subscribe(subscriber: { onEvent(event: { name: string }): void }): unknown }

type SubscriberCounts = Record<'websocket' | 'polling' | 'sse', number>

/** Read at each scrape, not counted as it happens. Null: not available now. */
export type MetricsSnapshot = {
  isDatabaseUp: boolean
  canWrite: boolean
  /** In bytes. */
  freeBytes: number | null
  /** ISO 8601; null without one. */
  certificateExpiry: string | null
  /** Null without other processes. */
  areOthersReached: boolean | null
  queue: QueueDepth | null
  lastBackupAt: string | null
  copies: BackupCopies | null
}

type RequestSample = { method: string; route: string; status: number; seconds: number }

const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DATABASE_BUCKETS_S = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]

/** Prometheus metrics. Labels come from short lists: never a path, a name or an id. */
export function createMetrics(live: EventSource, version: string) {
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
  const failedWrites = new Counter({
    name: 'clinic_failed_writes_total',
    help: 'Writes that failed because the disk is full or cannot be written.',
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

    countFailedWrite: () => failedWrites.inc(),

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
  const writable = new Gauge({
    name: 'clinic_storage_writable',
    help: 'Whether the clinic can save: 1 or 0.',
    registers,
  })
  const free = new Gauge({
    name: 'clinic_disk_free_bytes',
    help: 'Free space where the data is. No sample for a database elsewhere.',
    registers,
  })
  const expiry = new Gauge({
    name: 'clinic_certificate_expiry_timestamp_seconds',
    help: 'When the certificate in use expires. No sample without one.',
    registers,
  })
  const redisUp = new Gauge({
    name: 'clinic_redis_up',
    help: 'Whether the other machines are reached: 1 or 0. No sample without Redis.',
    registers,
  })
  const lastBackup = new Gauge({
    name: 'clinic_last_backup_timestamp_seconds',
    help: 'When the newest complete backup was created. No sample without a backup.',
    registers,
  })

  const copyOk = new Gauge({
    name: 'clinic_backup_copy_ok',
    help: '0 if the last off-site copy failed, else 1. No sample without off-site copies.',
    registers,
  })
  const lastCopy = new Gauge({
    name: 'clinic_last_backup_copy_timestamp_seconds',
    help: 'When the newest off-site copy was created. No sample before the first copy.',
    registers,
  })

  return (snapshot: MetricsSnapshot, subscribers: Partial<SubscriberCounts>) => {
    const { isDatabaseUp, canWrite, freeBytes, certificateExpiry, areOthersReached } = snapshot
    const { queue, lastBackupAt, copies } = snapshot
    subscribersGauge.reset()
    for (const [kind, count] of Object.entries(subscribers)) {
      subscribersGauge.set({ kind }, count)
    }
    patients.reset()
    for (const [state, count] of Object.entries(queue ?? {})) patients.set({ state }, count)
    databaseUp.set(Number(isDatabaseUp))
    writable.set(Number(canWrite))
    setOrRemove(free, freeBytes)
    setOrRemove(redisUp, areOthersReached === null ? null : Number(areOthersReached))
    setOrRemove(expiry, toSeconds(certificateExpiry))
    setOrRemove(lastBackup, toSeconds(lastBackupAt))
    setOrRemove(copyOk, copies && Number(copies.failure === null))
    setOrRemove(lastCopy, toSeconds(copies?.newestAt ?? null))
  }
}

function toSeconds(instant: string | null) {
  return instant === null ? null : Date.parse(instant) / 1000
}

function setOrRemove(gauge: Gauge, value: number | null) {
  if (value === null) gauge.remove()
  else gauge.set(value)
}
