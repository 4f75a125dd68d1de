import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  createMetrics,
  type Metrics,
  type MetricsSnapshot,
} from '../../server/observability/metrics.ts'
import { recordRequest } from '../../server/observability/record-request.ts'
import { createChannel } from '../../server/realtime/channel.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { until } from '../support/server/test-server.ts'

const live = createChannel()
let metrics: Metrics

beforeEach(() => {
  metrics = createMetrics(live, '1.2.3')
})

const CALM: MetricsSnapshot = {
  isDatabaseUp: true,
  canWrite: true,
  freeBytes: 5_000_000_000,
  certificateExpiry: null,
  areOthersReached: true,
  queue: { waiting: 3, called: 1, 'in-progress': 2, dispensary: 0 },
  lastBackupAt: '2026-11-20T19:00:00.000Z',
  copies: { folder: '/x', newestAt: '2026-11-20T19:00:00.000Z', failure: null },
}

const HOLD_MS = 300

const getMetrics = async (snapshot = CALM) => parsePrometheusText(await metrics.render(snapshot))

test('the output is Prometheus’ text format with a type for each metric', async () => {
  metrics.observeRequest({ method: 'GET', route: '/api/patients', status: 200, seconds: 0.004 })
  metrics.observeDatabase('write', 0.002)
  expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect((await getMetrics()).types).toEqual({
    clinic_http_requests_total: 'counter',
    clinic_http_request_duration_seconds: 'histogram',
    clinic_database_duration_seconds: 'histogram',
    clinic_calls_total: 'counter',
    clinic_failed_writes_total: 'counter',
    clinic_live_listeners: 'gauge',
    clinic_queue_patients: 'gauge',
    clinic_database_up: 'gauge',
    clinic_storage_writable: 'gauge',
    clinic_disk_free_bytes: 'gauge',
    clinic_certificate_expiry_timestamp_seconds: 'gauge',
    clinic_redis_up: 'gauge',
    clinic_last_backup_timestamp_seconds: 'gauge',
    process_resident_memory_bytes: 'gauge',
    process_cpu_seconds_total: 'counter',
    process_start_time_seconds: 'gauge',
    clinic_event_loop_delay_seconds: 'gauge',
    clinic_backup_copy_ok: 'gauge',
    clinic_last_backup_copy_timestamp_seconds: 'gauge',
    clinic_build_info: 'gauge',
  })
})

test('each metric is documented in docs/operations.md', async () => {
  const page = await Bun.file(join(import.meta.dirname, '../../docs/operations.md')).text()
  for (const name of Object.keys((await getMetrics()).types)) expect(page).toContain(`\`${name}\``)
})

test('the alarm rules use metrics that exist, and promtool accepts them where it is installed', async () => {
  const file = join(import.meta.dirname, '../../docs/alerts.yml')
  const rules = await Bun.file(file).text()
  const { types } = await getMetrics()
  const names = rules.match(/\b(clinic|process)_\w+/g) ?? []
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect(Object.keys(types)).toContain(name)
  const promtool = Bun.which('promtool')
  if (promtool) expect(Bun.spawnSync([promtool, 'check', 'rules', file]).exitCode).toBe(0)
})

test('requests are counted by route and status, with durations in buckets of seconds', async () => {
  const route = '/api/patients/:id/status'
  metrics.observeRequest({ method: 'PATCH', route, status: 200, seconds: 0.004 })
  metrics.observeRequest({ method: 'PATCH', route, status: 409, seconds: 0.02 })
  metrics.observeRequest({ method: 'PATCH', route, status: 409, seconds: 30 })
  const { value } = await getMetrics()
  expect(value('clinic_http_requests_total', { route, status: '200' })).toBe(1)
  expect(value('clinic_http_requests_total', { method: 'PATCH', status: '409' })).toBe(2)
  const within = (le: string) => value('clinic_http_request_duration_seconds_bucket', { route, le })
  expect(['0.0025', '0.005', '0.025', '10', '+Inf'].map(within)).toEqual([0, 1, 2, 2, 3])
  expect(value('clinic_http_request_duration_seconds_sum')).toBeCloseTo(30.024)
  expect(value('clinic_http_request_duration_seconds_count')).toBe(3)
})

test('gauges show the current state, and are missing where it is unknown', async () => {
  metrics.setSubscriberCounter(() => ({ websocket: 2, polling: 0, sse: 5 }))
  const good = await getMetrics()
  expect(good.value('clinic_live_listeners', { kind: 'sse' })).toBe(5)
  expect(good.value('clinic_live_listeners', { kind: 'polling' })).toBe(0)
  expect(good.value('clinic_queue_patients', { state: 'in-progress' })).toBe(2)
  expect(good.value('clinic_queue_patients')).toBe(6)
  expect(good.value('clinic_database_up')).toBe(1)
  expect(good.value('clinic_last_backup_timestamp_seconds')).toBe(
    Date.parse('2026-11-20T19:00:00.000Z') / 1000,
  )

  expect(good.value('clinic_storage_writable')).toBe(1)
  expect(good.value('clinic_disk_free_bytes')).toBe(5_000_000_000)
  expect(good.value('clinic_redis_up')).toBe(1)
  expect(good.value('clinic_certificate_expiry_timestamp_seconds')).toBeUndefined()

  metrics.countFailedWrite()
  const bad = await getMetrics({
    isDatabaseUp: false,
    canWrite: false,
    freeBytes: null,
    certificateExpiry: '2026-12-01T00:00:00.000Z',
    areOthersReached: null,
    queue: null,
    lastBackupAt: null,
    copies: { folder: '/x', newestAt: null, failure: { at: '', because: 'x' } },
  })
  expect(bad.value('clinic_backup_copy_ok')).toBe(0)
  expect(bad.value('clinic_last_backup_copy_timestamp_seconds')).toBeUndefined()
  expect(bad.value('clinic_storage_writable')).toBe(0)
  expect(bad.value('clinic_disk_free_bytes')).toBeUndefined()
  expect(bad.value('clinic_redis_up')).toBeUndefined()
  expect(bad.value('clinic_failed_writes_total')).toBe(1)
  expect(bad.value('clinic_certificate_expiry_timestamp_seconds')).toBe(
    Date.parse('2026-12-01T00:00:00.000Z') / 1000,
  )
  expect(bad.value('clinic_database_up')).toBe(0)
  expect(bad.value('clinic_queue_patients')).toBeUndefined()
  expect(bad.value('clinic_last_backup_timestamp_seconds')).toBeUndefined()
  expect((await getMetrics()).value('clinic_queue_patients')).toBe(6)
})

test('unknown methods share one label', async () => {
  const startedAt = performance.now()
  const logged: unknown[] = []
  const log = (...line: unknown[]) => void logged.push(line)
  for (const method of ['GET', 'ALI', 'BIN', 'ABU']) {
    const info = { method, route: 'unknown', status: 404, startedAt }
    recordRequest({ metrics, log }, info)
  }
  const { labelled, value } = await getMetrics()
  expect(labelled('method')).toEqual(['GET', 'other'])
  expect(value('clinic_http_requests_total', { method: 'other' })).toBe(3)
  expect(JSON.stringify(logged)).not.toContain('ALI')
})

test('the event loop delay is the longest since the previous scrape', async () => {
  const delay = async () => (await getMetrics()).value('clinic_event_loop_delay_seconds') ?? 0
  await until('it is calm', async () => (await delay()) < HOLD_MS / 2_000)
  await until('it noticed', async () => {
    const from = performance.now()
    while (performance.now() - from < HOLD_MS);
    await Bun.sleep(HOLD_MS)
    return (await delay()) > HOLD_MS / 2_000
  })
  await until('it is calm again', async () => (await delay()) < HOLD_MS / 2_000)
})
