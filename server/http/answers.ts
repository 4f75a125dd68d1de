import type { Context } from 'hono'
import type { Answer } from '#db/repositories/idempotency-keys'
import { type AuditedChange, toSubject } from '#domain/audit/audit-entry'
import type { Change } from '#domain/change'
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
import { hashToken } from '../security/tokens.ts'
import type { AppEnv } from './middleware/auth.ts'
import { toV1Patient, toV1Registration, v1 } from './schemas/v1.ts'

type WrittenPatient = { patient: Patient; change: Change }

/** The audit names the patient unless `audited` has another subject. */
export function answerPatient({ patient, change }: WrittenPatient, audited: AuditedChange) {
  const answer: Answer = { of: 'patient', id: patient.id }
  const audit = { subject: toSubject(patient), ...audited }
  return { body: toPatientJson(patient), answer, audit, change }
}

/** Without the queue right, returns only the sent data, because patient ids can be guessed. */
export async function toProgramRegistration(c: Context<AppEnv>, patient: Patient) {
  if (mayReadPatients(c)) return toV1Patient(patient)
  // Version 1.1.0 also stored this answer for a Back, whose request has no body.
  const { data: sent = {} } = v1.newPatient.safeParse(await c.req.json().catch(() => null))
  return toV1Registration(patient, sent)
}

export function toProgramNumber(c: Context<AppEnv>, patient: Patient) {
  return mayReadPatients(c) ? toV1Patient(patient) : v1.patientNumber.parse(patient)
}

function mayReadPatients({ var: { scopes = [] } }: Context<AppEnv>) {
  return scopes.includes('queue')
}

export function answerRoom(
  { room, change }: { room: Room; change: Change },
  audited: Omit<AuditedChange, 'subject'>,
) {
  const answer: Answer = { of: 'room', id: room.id }
  return { body: room, answer, audit: { subject: room.name, ...audited }, change }
}

/** The stored answer has only the id, because an upload's file name may be a patient's name. */
export function answerMedia({ item, change }: { item: MediaItem; change: Change }) {
  const answer: Answer = { of: 'media', id: item.id }
  const audit = { action: 'media added', subject: item.name } as const
  return { body: item, answer, status: 201, audit, change } as const
}

export function answerNext({ next, finished }: CallNextResult) {
  const stored = next && { id: next.patient.id, why: next.why, sentence: next.sentence }
  const answer: Answer = { of: 'next', next: stored, finished: finished?.id ?? null }
  return { body: toNextJson({ next, finished }), answer }
}

type Answered = Pick<CallNextResult, 'finished'> & { next: Omit<NextPatient, 'because'> | null }

function toNextJson({ finished, next }: Answered) {
  return {
    patient: next && toPatientJson(next.patient),
    why: next?.why ?? null,
    sentence: next?.sentence ?? 'No patients for this room.',
    finished: finished && toPatientJson(finished),
  }
}

/** Replaces a new token in the body by its hash, because only the hash is stored. */
export function withHash(body: unknown, token: string) {
  const hash = hashToken(token)
  return { body: replaceText(body, token, hash), hash }
}

function withToken(body: unknown, hash: string, { newTokens }: App) {
  const token = newTokens.byHash(hash)
  if (token !== null) return replaceText(body, hash, token)
  const what = 'url' in Object(body) ? 'link' : 'token'
  throw new DomainError(`This ${what} was shown only once. Make a new one.`)
}

function replaceText(body: unknown, from: string, to: string): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(from, to))
}

/** Builds the body for a repeated request, with the current data of people and rooms. */
export async function buildBody(c: Context<AppEnv>, answer: Answer): Promise<unknown> {
  const { app } = c.var
  if ('body' in answer) {
    const { body, hash } = answer
    return hash === undefined ? body : withToken(body, hash, app)
  }
  switch (answer.of) {
    case 'patient':
      return toPatientJson(await getPatient(app, answer.id))
    case 'program patient':
      return toProgramRegistration(c, await getPatient(app, answer.id))
    case 'program number':
      return toProgramNumber(c, await getPatient(app, answer.id))
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
