import { z } from 'zod'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson, type PatientJson } from '#domain/patients/patient-json'

/** An attempt of a write. `status` 0: no response came; `patient` is in a successful response. */
export type RecordedWrite = {
  method: string
  path: string
  /** The same in each attempt of one write. */
  key: string | null
  status: number
  /** What a desk wants done with a patient; null for a registration. */
  step: RequestedStep | null
  patient: Patient | null
}

export type RequestedStep = {
  patientId: number
  /** The journey's length on this desk's screen: the step can only become the next one. */
  seenSteps: number
  status: string
  windowId: number | null
}

type Request = { method: string; url: string; key: string | null; body: string | null }

export function isWrite(method: string, url: string) {
  return method !== 'GET' && new URL(url, 'http://x').pathname.startsWith('/api/patients')
}

export function toRecordedWrite(
  { method, url, key, body }: Request,
  status: number,
  json: PatientJson | null,
): RecordedWrite {
  const { pathname: path, searchParams } = new URL(url, 'http://x')
  const patientId = Number(/\/patients\/(\d+)/.exec(path)?.[1])
  const patient = json && fromPatientJson(json)
  const write = { method, path, key, status, patient }
  if (Number.isNaN(patientId)) return { ...write, step: null }
  const change = method === 'DELETE' ? deletion(searchParams) : JSON.parse(body ?? '{}')
  return { ...write, step: { patientId, ...CHANGE.parse(change) } }
}

const CHANGE = z.object({
  status: z.string(),
  seenSteps: z.coerce.number(),
  windowId: z
    .number()
    .nullish()
    .transform(id => id ?? null),
})

const deletion = (query: URLSearchParams) => ({
  status: 'deleted',
  seenSteps: query.get('seenSteps'),
})
