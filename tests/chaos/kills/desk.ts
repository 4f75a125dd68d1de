import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { aPng } from '../../support/images.ts'
import type { Ledger } from './ledger.ts'

type Room = { id: number }
type Patient = {
  id: number
  name: string
  number: number
  day: string
  callSequence: number | null
  trackingHistory: unknown[]
}

/** Rare enough that most of the work is with patients. */
const UPLOADS = 0.03
const RESETS = 0.002
const KEPT_UPLOADS = 4

/** One desk that works as fast as it is answered, and writes down what it was promised. */
export function aDesk(name: string, url: string, cookie: string, rooms: Room[], ledger: Ledger) {
  const waiting: number[] = []
  const inRooms: number[] = []
  const uploaded: number[] = []
  const refusals = new Map<number, string>()
  let count = 0
  let isWorking = true

  async function send(method: string, path: string, body?: BodyInit, key?: string) {
    const headers: Record<string, string> = { cookie }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const answer = await fetch(url + path, { method, headers, ...(body ? { body } : {}) })
    const json = await answer.json()
    if (answer.ok) ledger.writes++
    else ledger.refused++
    if (answer.status >= 500) refusals.set(answer.status, json.error)
    return answer.ok ? json : null
  }

  async function register() {
    const label = `${name} ${++count}`
    const key = crypto.randomUUID()
    ledger.unanswered.set(key, label)
    const body = JSON.stringify({ name: label })
    const patient: Patient | null = await send('POST', '/api/patients', body, key)
    // Answered, whatever it was: only those that the end of the program cut off stay.
    ledger.unanswered.delete(key)
    if (!patient) return
    waiting.push(patient.id)
    writeDown(patient)
  }

  async function step(id: number, change: object) {
    const path = `/api/patients/${id}/status`
    const patient: Patient | null = await send('PATCH', path, JSON.stringify(change))
    if (patient) writeDown(patient)
    return patient
  }

  function writeDown({ id, name, number, day, trackingHistory }: Patient) {
    ledger.patients.set(id, { name, number, day, steps: trackingHistory.length })
  }

  async function call() {
    const id = take(waiting)
    const room = one(rooms)
    if (id === undefined || room === undefined) return register()
    const patient = await step(id, { status: 'called', windowId: room.id })
    if (!patient) return void waiting.push(id)
    inRooms.push(id)
    if (patient.callSequence !== null) {
      ledger.calls.push({ sequence: patient.callSequence, patientId: id })
    }
  }

  async function leave() {
    const id = take(inRooms)
    if (id === undefined) return call()
    const change = one<object>([
      { status: 'requeue', requeueReason: REQUEUE_REASONS[0] },
      { status: 'dispensary' },
      { status: 'completed' },
    ])
    const patient = await step(id, change ?? {})
    if (patient && change && !('status' in change && change.status === 'completed'))
      waiting.push(id)
  }

  async function upload() {
    const older = uploaded.length >= KEPT_UPLOADS ? uploaded.shift() : undefined
    if (older !== undefined) {
      // From here on either is right until it is answered.
      const hash = ledger.uploads.get(older)
      ledger.uploads.delete(older)
      if (await send('DELETE', `/api/media/${older}`)) ledger.deleted.add(older)
      else if (hash) ledger.uploads.set(older, hash)
    }
    // Large enough for its shade to be drawn, different enough to be another file.
    const picture = aPng({
      width: 1 + Math.floor(Math.random() * 30),
      height: 1 + Math.floor(Math.random() * 30),
      shade: Math.floor(Math.random() * 256),
    })
    const form = new FormData()
    form.set('file', new File([picture], 'picture.png', { type: 'image/png' }))
    const item: { id: number } | null = await send('POST', '/api/media/upload', form)
    if (!item) return
    uploaded.push(item.id)
    ledger.uploads.set(item.id, new Bun.CryptoHasher('sha256').update(picture).digest('hex'))
  }

  async function work() {
    while (isWorking) {
      const chance = Math.random()
      if (chance < RESETS) await send('POST', '/api/patients/reset-queue', '{}')
      else if (chance < UPLOADS) await upload()
      else if (chance < 0.45) await register()
      else if (chance < 0.75) await call()
      else await leave()
    }
  }

  return {
    /** Resolves when it is told to stop, or when the server is gone. */
    work: () => work().catch(() => {}),
    stop() {
      isWorking = false
    },
    /** The sentences of 5xx answers, by their status. */
    refusals,
  }
}

function take(from: number[]) {
  return from.splice(Math.floor(Math.random() * from.length), 1)[0]
}

function one<T>(of: T[]) {
  return of[Math.floor(Math.random() * of.length)]
}
