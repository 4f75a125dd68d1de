import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { createPng } from '../../support/files/images.ts'
import { type Admin, getHash, type Memory } from './clinic.ts'

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
export function createDesk(name: string, url: string, { cookie, rooms }: Admin, memory: Memory) {
  const waiting: number[] = []
  const inRooms: number[] = []
  const upload = createUploads(send, memory)
  const failures: string[] = []
  let count = 0

  async function send(method: string, path: string, body?: FormData | object, key?: string) {
    const headers: Record<string, string> = { cookie }
    const isForm = body instanceof FormData
    if (!isForm) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const sent = isForm ? body : JSON.stringify(body ?? {})
    const response = await fetch(url + path, { method, headers, body: sent })
    const json = await response.json()
    if (response.ok) memory.writes++
    else memory.refused++
    if (response.status >= 500) failures.push(json.error)
    return response.ok ? json : null
  }

  function record(patient: Patient | null) {
    if (!patient) return
    const { id, name, number, day, trackingHistory } = patient
    memory.patients.set(id, { name, number, day, steps: trackingHistory.length, unanswered: 1 })
  }

  async function register() {
    const label = `${name} ${++count}`
    const key = crypto.randomUUID()
    memory.unanswered.set(key, label)
    const patient: Patient | null = await send('POST', '/api/patients', { name: label }, key)
    // Only registrations cut off by the kill stay unanswered.
    memory.unanswered.delete(key)
    if (patient) waiting.push(patient.id)
    record(patient)
  }

  async function changeStatus(id: number, change: object) {
    const patient: Patient | null = await send('PATCH', `/api/patients/${id}/status`, change)
    record(patient)
    return patient
  }

  async function call() {
    const id = takeRandom(waiting)
    if (id === undefined) return register()
    const patient = await changeStatus(id, { status: 'called', windowId: pickRandom(rooms).id })
    if (!patient) return void waiting.push(id)
    inRooms.push(id)
    if (patient.callSequence !== null) {
      memory.calls.push({ sequence: patient.callSequence, patientId: id })
    }
  }

  async function finishCall() {
    const id = takeRandom(inRooms)
    if (id === undefined) return call()
    const status = pickRandom(['requeue', 'dispensary', 'completed'])
    const reason = status === 'requeue' ? { requeueReason: REQUEUE_REASONS[0] } : {}
    const patient = await changeStatus(id, { status, ...reason })
    if (patient && status !== 'completed') waiting.push(id)
  }

  async function work() {
    for (;;) {
      const random = Math.random()
      if (random < RESETS) await send('POST', '/api/patients/reset-queue')
      else if (random < UPLOADS) await upload()
      else if (random < 0.45) await register()
      else if (random < 0.75) await call()
      else await finishCall()
    }
  }

  return {
    /** Resolves when the server is gone. */
    work: () => work().catch(() => {}),
    failures,
  }
}

type Send = (method: string, path: string, body?: FormData) => Promise<{ id: number } | null>

function createUploads(send: Send, memory: Memory) {
  const uploaded: number[] = []
  return async function upload() {
    const older = uploaded.length >= KEPT_UPLOADS ? uploaded.shift() : undefined
    if (older !== undefined) {
      // Until the response, both present and deleted are correct.
      const hash = memory.uploads.get(older)
      memory.uploads.delete(older)
      if (await send('DELETE', `/api/media/${older}`)) memory.deleted.add(older)
      else if (hash) memory.uploads.set(older, hash)
    }
    const [width, height] = [1 + randomBelow(30), 1 + randomBelow(30)]
    const picture = createPng({ width, height, shade: randomBelow(256) })
    const form = new FormData()
    form.set('file', new File([picture], 'picture.png', { type: 'image/png' }))
    const item = await send('POST', '/api/media/upload', form)
    if (!item) return
    uploaded.push(item.id)
    memory.uploads.set(item.id, getHash(picture))
  }
}

function randomBelow(limit: number) {
  return Math.floor(Math.random() * limit)
}

function takeRandom(items: number[]) {
  return items.splice(randomBelow(items.length), 1)[0]
}

function pickRandom<T>(items: T[]): T {
  const item = items[randomBelow(items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
