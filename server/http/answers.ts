import type { Context } from 'hono'
import type { Answer } from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import type { MediaItem } from '#domain/media/media'
import type { Patient } from '#domain/patients/patient'
import { toPatientJson } from '#domain/patients/patient-json'
import type { NextPatient } from '#domain/queue/next-patient'
import type { Room } from '#domain/rooms/room'
import type { CallNextResult } from '../actions/call-next.ts'
import type { App } from '../context.ts'
import { getAnyPatient, getRoom } from '../queries/queue.ts'
import { getMediaItem } from '../queries/settings.ts'
import type { AppEnv } from './middleware/auth.ts'
import { toV1Patient } from './schemas/v1.ts'

export function answerPatient(c: Context<AppEnv>, patient: Patient, status: 200 | 201 = 200) {
  c.set('answer', { of: 'patient', id: patient.id })
  return c.json(toPatientJson(patient), status)
}

export function answerProgramPatient(c: Context<AppEnv>, patient: Patient) {
  c.set('answer', { of: 'program patient', id: patient.id })
  return c.json(toV1Patient(patient), 201)
}

export function answerRoom(c: Context<AppEnv>, room: Room, status: 200 | 201 = 200) {
  c.set('answer', { of: 'room', id: room.id })
  return c.json(room, status)
}

/** Its name may be a patient's. */
export function answerMedia(c: Context<AppEnv>, item: MediaItem) {
  c.set('answer', { of: 'media', id: item.id })
  return c.json(item, 201)
}

export function answerNext(c: Context<AppEnv>, { next, finished }: CallNextResult) {
  const stored = next && { id: next.patient.id, why: next.why, sentence: next.sentence }
  c.set('answer', { of: 'next', next: stored, finished: finished?.id ?? null })
  return c.json(toNextJson({ next, finished }))
}

type Answered = Pick<CallNextResult, 'finished'> & { next: Omit<NextPatient, 'because'> | null }

function toNextJson({ finished, next }: Answered) {
  return {
    patient: next && toPatientJson(next.patient),
    why: next?.why ?? null,
    sentence: next?.sentence ?? 'Nobody is waiting.',
    finished: finished && toPatientJson(finished),
  }
}

/** What a repeated request is answered: people and rooms as they are by now. */
export async function buildBody(app: App, answer: Exclude<Answer, { body: unknown }>) {
  switch (answer.of) {
    case 'patient':
      return toPatientJson(await getPatient(app, answer.id))
    case 'program patient':
      return toV1Patient(await getPatient(app, answer.id))
    case 'room':
      return getRoom(app, answer.id)
    case 'media':
      return getMedia(app, answer.id)
    case 'next': {
      const { next, finished } = answer
      return toNextJson({
        next: next && { ...next, patient: await getPatient(app, next.id) },
        finished: finished === null ? null : await getPatient(app, finished),
      })
    }
  }
}

async function getMedia(app: App, id: number): Promise<MediaItem> {
  const item = await getMediaItem(app, id)
  if (!item) throw new DomainError('This media no longer exists', { status: 404 })
  const { filename, type, name, url } = item
  return { id, filename, type, name, url }
}

async function getPatient(app: App, id: number) {
  const patient = await getAnyPatient(app, id)
  if (patient) return patient
  throw new DomainError('This patient is no longer in the queue', { status: 404 })
}
