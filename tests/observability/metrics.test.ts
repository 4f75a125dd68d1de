import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import {
  createMetrics,
  type Metrics,
  type MetricsSnapshot,
} from '../../server/observability/metrics.ts'
import { recordRequest } from '../../server/observability/record-request.ts'
import { createChannel } from '../../server/realtime/channel.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { until } from '../support/server/test-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const LOGGED = /\blog(?:\?\.)?\(\s*'(?:debug|info|warn|error)',\s*'([^']+)'/g
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

test('docs/operations.md names each metric, and no other', async () => {
  metrics.observeRequest({ method: 'GET', route: '/api/patients', status: 200, seconds: 0.004 })
  metrics.observeDatabase('write', 0.002)
  expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
  const page = await Bun.file(join(ROOT, 'docs/operations.md')).text()
  const named = new Set(page.match(/(?<=`)(clinic|process)_[a-z_]+(?=`)/g))
  const { types } = await getMetrics()
  expect(Object.keys(types).toSorted()).toEqual([...named].toSorted())
  for (const [name, type] of Object.entries(types)) {
    expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
  }
})

test('the alarm rules use metrics that exist, and promtool accepts them where it is installed', async () => {
  const file = join(ROOT, 'docs/alerts.yml')
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
  for (const [status, seconds] of [
    [200, 0.004],
    [409, 0.02],
    [409, 30],
  ] as const) {
    metrics.observeRequest({ method: 'PATCH', route, status, seconds })
  }
  const { value } = await getMetrics()
  expect(value('clinic_http_requests_total', { route, status: '200' })).toBe(1)
  expect(value('clinic_http_requests_total', { method: 'PATCH', status: '409' })).toBe(2)
  const within = (le: string) => value('clinic_http_request_duration_seconds_bucket', { route, le })
  expect(['0.0025', '0.005', '0.025', '10', '+Inf'].map(within)).toEqual([0, 1, 2, 2, 3])
})

test('gauges show the current state, and are missing where it is unknown', async () => {
  metrics.setSubscriberCounter(() => ({ websocket: 2, polling: 0, sse: 5 }))
  metrics.countFailedWrite()
  const good = await getMetrics()
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
  const saved = Date.parse('2026-11-20T19:00:00.000Z') / 1000
  const expires = Date.parse('2026-12-01T00:00:00.000Z') / 1000
  for (const [name, whenGood, whenBad] of [
    ['clinic_live_listeners', 7, 7],
    ['clinic_failed_writes_total', 1, 1],
    ['clinic_queue_patients', 6, undefined],
    ['clinic_database_up', 1, 0],
    ['clinic_storage_writable', 1, 0],
    ['clinic_disk_free_bytes', 5_000_000_000, undefined],
    ['clinic_redis_up', 1, undefined],
    ['clinic_certificate_expiry_timestamp_seconds', undefined, expires],
    ['clinic_last_backup_timestamp_seconds', saved, undefined],
    ['clinic_backup_copy_ok', 1, 0],
    ['clinic_last_backup_copy_timestamp_seconds', saved, undefined],
  ] as const) {
    expect([name, good.value(name), bad.value(name)]).toEqual([name, whenGood, whenBad])
  }
  expect(good.value('clinic_live_listeners', { kind: 'sse' })).toBe(5)
  expect(good.value('clinic_queue_patients', { state: 'in-progress' })).toBe(2)
  // What is known again is back.
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

test("every log message is explained on the operator's page", async () => {
  const page = await Bun.file(join(ROOT, 'docs/log-messages.md')).text()
  const messages = new Set<string>()
  for await (const file of new Glob('server/**/*.ts').scan(ROOT)) {
    const code = await Bun.file(join(ROOT, file)).text()
    for (const [, message = ''] of code.matchAll(LOGGED)) messages.add(message)
  }
  expect(messages.size).toBeGreaterThan(15)
  expect([...messages].filter(message => !page.includes(`\`${message}\``))).toEqual([])
})
