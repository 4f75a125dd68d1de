import type { PatientJson } from '#domain/patients/patient-json'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { createStoredPng } from '../../support/files/images.ts'
import type { Ledger } from '../ledger.ts'

export type Clinic = { url: string; cookie: string; roomIds: number[]; queueIds: number[] }
/** By idempotency key: repeating a registration or a check-in must not give a second number. */
type Unanswered = Map<string, { path: string; json: object }>
export type Memory = {
  ledger: Ledger
  pictures: Map<number, { hash: string; state: 'kept' | 'deleted' | 'unknown' }>
  unanswered: Unanswered
  /** The ids of the appointments that no desk has taken. */
  expected: number[]
}

type Change = { status: string; [field: string]: unknown }

const UPLOADS = 0.03
const RESETS = 0.002
const KEPT_UPLOADS = 4
const CHECK_INS = 0.05
const MOVES = 0.05

/** Sends writes and records their responses in the ledger; `failures` are the sentences of 5xx. */
export function createClient({ url, cookie }: Clinic, ledger: Ledger) {
  const failures: string[] = []

  async function send(method: string, path: string, json: object = {}, key = newKey()) {
    const body = json instanceof FormData ? json : JSON.stringify(json)
    const headers = new Headers({ cookie, 'idempotency-key': key })
    if (body !== json) headers.set('content-type', 'application/json')
    const response = await fetch(url + path, { method, headers, body })
    const received = await response.json()
    ledger.receive(response.status, path, received)
    if (response.status >= 500) failures.push(received.error)
    return { status: response.status, result: response.ok ? received : null }
  }

  return { send, failures }
}

function newKey(): string {
  return crypto.randomUUID()
}

export function createDesk(name: string, clinic: Clinic, memory: Memory, random: SeededRandom) {
  const { ledger, pictures, unanswered, expected } = memory
  const { send, failures } = createClient(clinic, ledger)
  const waiting: PatientJson[] = []
  const inRooms: PatientJson[] = []
  const uploaded: number[] = []
  let count = 0

  function register() {
    const json = { name: `${name} ${++count}`, queueId: random.oneOf(null, ...clinic.queueIds) }
    return giveNumber('/api/patients', json)
  }

  function checkIn() {
    const id = takeOne(expected)
    return id === undefined ? register() : giveNumber(`/api/appointments/${id}/check-in`, {})
  }

  async function giveNumber(path: string, json: object) {
    const key = newKey()
    unanswered.set(key, { path, json })
    const { result } = await send('POST', path, json, key)
    // Only those cut off by the kill stay unanswered.
    unanswered.delete(key)
    if (result) waiting.push(result)
  }

  async function move() {
    const patient = takeOne(waiting.filter(({ readyForDispensary }) => !readyForDispensary))
    if (!patient) return register()
    waiting.splice(waiting.indexOf(patient), 1)
    const others = [null, ...clinic.queueIds].filter(id => id !== (patient.queue?.id ?? null))
    const moved = await take(patient, { queueId: random.oneOf(...others), status: 'moved' })
    waiting.push(moved ?? patient)
  }

  /** A move is sent to the queue of the patient, every other step as a status. */
  async function take({ id, trackingHistory }: PatientJson, change: Change) {
    const [key, step] = [newKey(), { ...change, seenSteps: trackingHistory.length }]
    const { status: wanted, ...move } = step
    ledger.settle(key, id, step, 0)
    const [place, json] = wanted === 'moved' ? ['queue', move] : ['status', step]
    const { status, result } = await send('PATCH', `/api/patients/${id}/${place}`, json, key)
    ledger.settle(key, id, step, status)
    return result
  }

  async function call() {
    const patient = takeOne(waiting)
    if (!patient) return register()
    const windowId = random.oneOf(...clinic.roomIds)
    const called = await take(patient, { status: 'called', windowId })
    if (called) inRooms.push(called)
    else waiting.push(patient)
  }

  async function finishCall() {
    const patient = takeOne(inRooms)
    if (!patient) return call()
    const status = random.oneOf('requeue', 'dispensary', 'completed')
    const reason = status === 'requeue' ? { requeueReason: REQUEUE_REASONS[0] } : {}
    const finished = await take(patient, { status, ...reason })
    if (finished && status !== 'completed') waiting.push(finished)
  }

  async function upload() {
    const oldest = uploaded.length >= KEPT_UPLOADS ? uploaded.shift() : undefined
    if (oldest !== undefined) await deletePicture(oldest)
    const [width, height, shade] = [30, 30, 255].map(limit => Math.ceil(random.next() * limit))
    const picture = await createStoredPng({ width, height, shade })
    const form = new FormData()
    form.set('file', new File([picture], 'picture.png', { type: 'image/png' }))
    const { result } = await send('POST', '/api/media/upload', form)
    if (!result) return
    uploaded.push(result.id)
    pictures.set(result.id, { hash: getHash(picture), state: 'kept' })
  }

  async function deletePicture(id: number) {
    const hash = pictures.get(id)?.hash ?? ''
    // Until the response, both present and deleted are correct.
    pictures.set(id, { hash, state: 'unknown' })
    const { result } = await send('DELETE', `/api/media/${id}`)
    pictures.set(id, { hash, state: result ? 'deleted' : 'kept' })
  }

  async function work() {
    for (;;) {
      const choice = random.next()
      if (choice < RESETS) await send('POST', '/api/patients/reset-queue')
      else if (choice < UPLOADS) await upload()
      else if (choice < UPLOADS + CHECK_INS) await checkIn()
      else if (choice < UPLOADS + CHECK_INS + MOVES) await move()
      else if (choice < 0.45) await register()
      else if (choice < 0.75) await call()
      else await finishCall()
    }
  }

  function takeOne<T>(items: T[]) {
    return items.splice(Math.floor(random.next() * items.length), 1)[0]
  }

  return {
    /** Resolves when the server is gone. */
    work: () => work().catch(() => {}),
    failures,
  }
}

export function getHash(bytes: Uint8Array) {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
