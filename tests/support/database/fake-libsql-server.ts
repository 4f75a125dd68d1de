import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import { type Failure, failureOf, isMet, runStatement, type Statement, type Step } from './hrana.ts'
import { createWriteLock } from './write-lock.ts'

/** A fake libSQL server (Hrana over HTTP, v2 and v3) on one file; prints its address. */
type StreamRequest =
  | { type: 'execute'; stmt: Statement }
  | { type: 'batch'; batch: { steps: Step[] } }
  | { type: 'store_sql'; sql_id: number; sql: string }
  | { type: 'close_sql'; sql_id: number }
  | { type: 'close' | 'get_autocommit' }

const [file = '', port = '0'] = process.argv.slice(2)
const [reader, writer] = [openDatabaseFile(), openDatabaseFile()]
const lock = createWriteLock()
const streams = new Map<string, ReturnType<typeof openStream>>()

function openDatabaseFile() {
  const db = new Database(file, { create: true, safeIntegers: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma foreign_keys = on')
  return db
}

function openStream() {
  const storedSql = new Map<number, string>()
  let release: (() => void) | null = null
  let hasTimedOut = false

  async function execute({ sql, sql_id = -1, args }: Statement) {
    if (hasTimedOut) {
      hasTimedOut = false
      throw Object.assign(new Error('Transaction timed out'), { code: 'TRANSACTION_TIMEOUT' })
    }
    const text = sql ?? storedSql.get(sql_id) ?? ''
    if (release) return runInTransaction(text, args)
    if (!/^\s*(select|pragma)/i.test(text)) {
      release = await lock.take(abortTransaction)
      return runInTransaction(text, args)
    }
    return runStatement(reader, text, args)
  }

  /** The lock is held for a transaction or a single statement. */
  function runInTransaction(text: string, args: Statement['args']) {
    try {
      return runStatement(writer, text, args)
    } finally {
      if (!writer.inTransaction) releaseLock()
    }
  }

  function releaseLock() {
    release?.()
    release = null
  }

  function abortTransaction() {
    if (writer.inTransaction) writer.run('rollback')
    hasTimedOut = true
    release = null
  }

  async function batch(steps: Step[]) {
    const outcomes: (Failure | 'ok' | null)[] = []
    const results = []
    for (const { stmt, condition } of steps) {
      if (!isMet(condition, outcomes, release === null)) {
        outcomes.push(null)
        results.push(null)
        continue
      }
      const result = await execute(stmt).catch(failureOf)
      outcomes.push('code' in result ? result : 'ok')
      results.push('code' in result ? null : result)
    }
    return {
      step_results: results,
      step_errors: outcomes.map(outcome => (outcome === 'ok' ? null : outcome)),
    }
  }

  function close() {
    if (release && writer.inTransaction) writer.run('rollback')
    releaseLock()
  }

  async function handle(request: StreamRequest) {
    switch (request.type) {
      case 'execute':
        return { type: request.type, result: await execute(request.stmt) }
      case 'batch':
        return { type: request.type, result: await batch(request.batch.steps) }
      case 'store_sql':
        storedSql.set(request.sql_id, request.sql)
        return { type: request.type }
      case 'close_sql':
        storedSql.delete(request.sql_id)
        return { type: request.type }
      case 'get_autocommit':
        return { type: request.type, is_autocommit: release === null }
      case 'close':
        close()
        return { type: request.type }
    }
  }
  return { handle }
}

async function pipeline({
  baton = null,
  requests,
}: {
  baton?: string | null
  requests: StreamRequest[]
}) {
  const stream = baton === null ? openStream() : streams.get(baton)
  if (!stream) return Response.json({ message: 'stream not found', code: 'X' }, { status: 404 })
  if (baton !== null) streams.delete(baton)
  const results = []
  for (const request of requests) {
    results.push(
      await stream
        .handle(request)
        .then(response => ({ type: 'ok', response }))
        .catch(cause => ({ type: 'error', error: failureOf(cause) })),
    )
  }
  const isOver = requests.some(({ type }) => type === 'close')
  const next = isOver ? null : randomUUID()
  if (next !== null) streams.set(next, stream)
  return Response.json({ baton: next, base_url: null, results })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  routes: {
    '/v2': new Response(),
    '/v3': new Response(),
    '/v2/pipeline': { POST: async request => pipeline(await request.json()) },
    '/v3/pipeline': { POST: async request => pipeline(await request.json()) },
  },
  // Clients probe for protobuf support first.
  fetch: () => new Response(null, { status: 404 }),
})
console.log(`http://127.0.0.1:${server.port}`)
