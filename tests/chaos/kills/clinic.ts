import { runProgram } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { createLedger, findLosses, type Ledger, readRows } from '../stored-data.ts'

const ROOMS = 12

export type Memory = Ledger & {
  uploads: Map<number, string>
  deleted: Set<number>
  /** Names by idempotency key: repeating them must not register twice. */
  unanswered: Map<string, string>
}

export function createMemory(): Memory {
  return { ...createLedger(), uploads: new Map(), deleted: new Set(), unanswered: new Map() }
}

/** Starts the program on a data folder; `tookMs` is the time until its first response. */
export async function startClinic(dataDir: string, command: string[] | undefined) {
  const started = performance.now()
  const args = ['--data-dir', dataDir, '--port', '0']
  const program = runProgram({ args, ...(command ? { command } : {}) })
  const url = await program.url()
  await fetch(`${url}/healthz`)
  return { url, end: program.end, tookMs: performance.now() - started }
}

export async function signInAsAdmin(url: string) {
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/windows')
  for (let n = body.length; n < ROOMS; n++) {
    await admin.send('POST', '/api/windows', { name: `Stress ${n}` })
  }
  const rooms: { id: number }[] = (await admin.send('GET', '/api/windows')).body
  return { cookie: admin.cookie, rooms }
}

export type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** Repeats what got no response, as a desk does, and compares all that was acknowledged. */
export async function verify(dataDir: string, url: string, { cookie }: Admin, memory: Memory) {
  for (const [key, name] of memory.unanswered) {
    const response = await fetch(`${url}/api/patients`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    })
    if (response.status !== 201) throw new Error(`resending failed with ${response.status}`)
    const { id, number, day, trackingHistory } = await response.json()
    memory.patients.set(id, { name, number, day, steps: trackingHistory.length, unanswered: 1 })
  }
  memory.unanswered.clear()
  const rows = readRows(dataDir)
  const errors = findLosses(rows, memory)
  const get = (path: string) => fetch(url + path, { headers: { cookie } })
  const media: { id: number }[] = await (await get('/api/media')).json()
  const ids = new Set(media.map(({ id }) => id))
  for (const id of memory.deleted) if (ids.has(id)) errors.push(`picture ${id} came back`)
  for (const id of memory.uploads.keys()) {
    if (!ids.has(id)) errors.push(`picture ${id} was acknowledged and is lost`)
  }
  for (const id of ids) {
    const file = await get(`/api/media/${id}/file`)
    const hash = getHash(await file.bytes())
    const isWhole = file.ok && hash === (memory.uploads.get(id) ?? hash)
    if (!isWhole) errors.push(`picture ${id} is damaged`)
  }
  return { errors, patients: rows.patients.length, calls: rows.calls.length }
}

export function getHash(bytes: Uint8Array) {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
