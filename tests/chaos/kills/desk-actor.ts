import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { createPng } from '../../support/files/images.ts'
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

const UPLOADS = 0.03
const RESETS = 0.002
const KEPT_UPLOADS = 4

/** A desk that works without a pause and records every acknowledged write. */
export function createDeskActor(
  name: string,
  url: string,
  cookie: string,
  rooms: Room[],
  ledger: Ledger,
) {
  const waiting: number[] = []
  const inRooms: number[] = []
  const uploaded: number[] = []
  const domainErrors = new Map<number, string>()
  let count = 0
  let isWorking = true

  async function send(method: string, path: string, body?: BodyInit, key?: string) {
    const headers: Record<string, string> = { cookie }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const response = await fetch(url + path, { method, headers, ...(body ? { body } : {}) })
    const json = await response.json()
    if (response.ok) ledger.writes++
    else ledger.refused++
    if (response.status >= 500) domainErrors.set(response.status, json.error)
    return response.ok ? json : null
  }

  async function register() {
    const label = `${name} ${++count}`
    const key = crypto.randomUUID()
    ledger.unanswered.set(key, label)
    const body = JSON.stringify({ name: label })
    const patient: Patient | null = await send('POST', '/api/patients', body, key)
    // Only registrations cut off by the kill stay unanswered.
    ledger.unanswered.delete(key)
    if (!patient) return
    waiting.push(patient.id)
    record(patient)
  }

  async function changeStatus(id: number, change: object) {
    const path = `/api/patients/${id}/status`
    const patient: Patient | null = await send('PATCH', path, JSON.stringify(change))
    if (patient) record(patient)
    return patient
  }

  function record({ id, name, number, day, trackingHistory }: Patient) {
    ledger.patients.set(id, { name, number, day, steps: trackingHistory.length })
  }

  async function call() {
    const id = takeRandom(waiting)
    const room = pickRandom(rooms)
    if (id === undefined || room === undefined) return register()
    const patient = await changeStatus(id, { status: 'called', windowId: room.id })
    if (!patient) return void waiting.push(id)
    inRooms.push(id)
    if (patient.callSequence !== null) {
      ledger.calls.push({ sequence: patient.callSequence, patientId: id })
    }
  }

  async function finishCall() {
    const id = takeRandom(inRooms)
    if (id === undefined) return call()
    const change = pickRandom<object>([
      { status: 'requeue', requeueReason: REQUEUE_REASONS[0] },
      { status: 'dispensary' },
      { status: 'completed' },
    ])
    const patient = await changeStatus(id, change ?? {})
    if (patient && change && !('status' in change && change.status === 'completed'))
      waiting.push(id)
  }

  async function upload() {
    const older = uploaded.length >= KEPT_UPLOADS ? uploaded.shift() : undefined
    if (older !== undefined) {
      // Until the response, both present and deleted are correct.
      const hash = ledger.uploads.get(older)
      ledger.uploads.delete(older)
      if (await send('DELETE', `/api/media/${older}`)) ledger.deleted.add(older)
      else if (hash) ledger.uploads.set(older, hash)
    }
    // Varied, so that each upload is another file.
    const picture = createPng({
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
      const random = Math.random()
      if (random < RESETS) await send('POST', '/api/patients/reset-queue', '{}')
      else if (random < UPLOADS) await upload()
      else if (random < 0.45) await register()
      else if (random < 0.75) await call()
      else await finishCall()
    }
  }

  return {
    /** Resolves after stop(), or when the server is gone. */
    work: () => work().catch(() => {}),
    stop() {
      isWorking = false
    },
    /** Error messages of 5xx responses, by status. */
    domainErrors,
  }
}

function takeRandom(items: number[]) {
  return items.splice(Math.floor(Math.random() * items.length), 1)[0]
}

function pickRandom<T>(items: T[]) {
  return items[Math.floor(Math.random() * items.length)]
}
