import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import { type Failure, failureOf, isMet, runStatement, type Statement, type Step } from './hrana.ts'
import { openWriteLock } from './write-lock.ts'

/**
 * Stands in for a libSQL server where there is none: Hrana over HTTP (v2, v3: pipelines, batons, interactive
 * transactions, batches) on one file. `bun libsql-stand-in.ts <file> <port>`; says its address.
 */
type Asked =
  | { type: 'execute'; stmt: Statement }
  | { type: 'batch'; batch: { steps: Step[] } }
  | { type: 'store_sql'; sql_id: number; sql: string }
  | { type: 'close_sql'; sql_id: number }
  | { type: 'close' | 'get_autocommit' }

const [file = '', port = '0'] = process.argv.slice(2)
const [reader, writer] = [opened(), opened()]
const lock = openWriteLock()
const streams = new Map<string, ReturnType<typeof openStream>>()

function opened() {
  const db = new Database(file, { create: true, safeIntegers: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma foreign_keys = on')
  return db
}

function openStream() {
  const texts = new Map<number, string>()
  let release: (() => void) | null = null
  let isLost = false

  async function execute({ sql, sql_id = -1, args }: Statement) {
    if (isLost) {
      isLost = false
      throw Object.assign(new Error('Transaction timed out'), { code: 'TRANSACTION_TIMEOUT' })
    }
    const text = sql ?? texts.get(sql_id) ?? ''
    if (release) return within(text, args)
    if (!/^\s*(select|pragma)/i.test(text)) {
      release = await lock.take(lose)
      return within(text, args)
    }
    return runStatement(reader, text, args)
  }

  /** The turn ends with the transaction, or with a statement that stands alone. */
  function within(text: string, args: Statement['args']) {
    try {
      return runStatement(writer, text, args)
    } finally {
      if (!writer.inTransaction) end()
    }
  }

  function end() {
    release?.()
    release = null
  }

  function lose() {
    if (writer.inTransaction) writer.run('rollback')
    isLost = true
    release = null
  }

  async function batch(steps: Step[]) {
    const went: (Failure | 'ok' | null)[] = []
    const results = []
    for (const { stmt, condition } of steps) {
      if (!isMet(condition, went, release === null)) {
        went.push(null)
        results.push(null)
        continue
      }
      const result = await execute(stmt).catch(failureOf)
      went.push('code' in result ? result : 'ok')
      results.push('code' in result ? null : result)
    }
    return { step_results: results, step_errors: went.map(one => (one === 'ok' ? null : one)) }
  }

  function close() {
    if (release && writer.inTransaction) writer.run('rollback')
    end()
  }

  async function answer(asked: Asked) {
    switch (asked.type) {
      case 'execute':
        return { type: asked.type, result: await execute(asked.stmt) }
      case 'batch':
        return { type: asked.type, result: await batch(asked.batch.steps) }
      case 'store_sql':
        texts.set(asked.sql_id, asked.sql)
        return { type: asked.type }
      case 'close_sql':
        texts.delete(asked.sql_id)
        return { type: asked.type }
      case 'get_autocommit':
        return { type: asked.type, is_autocommit: release === null }
      case 'close':
        close()
        return { type: asked.type }
    }
  }
  return { answer }
}

async function pipeline({ baton = null, requests }: { baton?: string | null; requests: Asked[] }) {
  const stream = baton === null ? openStream() : streams.get(baton)
  if (!stream) return Response.json({ message: 'stream not found', code: 'X' }, { status: 404 })
  if (baton !== null) streams.delete(baton)
  const results = []
  for (const asked of requests) {
    results.push(
      await stream
        .answer(asked)
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
  // What a client may ask first, such as whether protobuf is spoken.
  fetch: () => new Response(null, { status: 404 }),
})
console.log(`http://127.0.0.1:${server.port}`)
