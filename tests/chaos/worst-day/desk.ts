import type { Patient } from '#domain/patients/patient'
import type { Action } from '../../../islands/patients/available-actions.ts'
import type { Ledger } from '../kills/ledger.ts'
import type { Card, Sight } from './sight.ts'

export type Lists = Record<string, Card[]>

/** A desk, in a browser or without one, as whoever sits there uses it. */
export type Desk = {
  name: string
  /** The lists, by their titles. */
  lists(): Promise<Lists>
  /** Presses a button on a patient's card; nothing happens where there is none, or it is disabled. */
  press(patient: string, step: Action): Promise<void>
  looks(): Promise<Sight>
  /** What nobody wants to find in a console. */
  troubles: string[]
}

export type Reception = {
  name: string
  /** What stands in the name field, and whether a registration is under way. */
  form(): Promise<{ typed: string; isBusy: boolean }>
  register(name: string, isPriority: boolean): Promise<void>
  /** Presses Enter again, on what stands there. */
  again(): Promise<void>
  looks(): Promise<Sight>
  troubles: string[]
}

/** A write as it was answered; `patient` is null where no answer came, or one that says no. */
export type Answered = { method: string; path: string; status: number; patient: Patient | null }

/** Notes what a desk was promised, or has to fear of a write that was never answered. */
export function writeDown(ledger: Ledger, { method, path, status, patient }: Answered) {
  if (patient) {
    ledger.writes++
    const { id, name, number, day, trackingHistory, callSequence } = patient
    const before = ledger.patients.get(id)
    const steps = Math.max(before?.steps ?? 0, trackingHistory.length)
    const unanswered = before?.unanswered ?? 0
    ledger.patients.set(id, { name: name ?? '', number, day, steps, unanswered })
    const isCall = trackingHistory.at(-1)?.action.startsWith('called')
    if (method === 'PATCH' && isCall && callSequence !== null) {
      ledger.calls.push({ sequence: callSequence, patientId: id })
    }
    return
  }
  if (status >= 400) ledger.refused++
  const id = Number(/\/patients\/(\d+)/.exec(path)?.[1])
  const known = ledger.patients.get(id)
  if (known && (status === 0 || status >= 500)) known.unanswered = (known.unanswered ?? 0) + 1
}

/** Where patients are written to. */
export function isWrite(method: string, path: string) {
  return method !== 'GET' && path.startsWith('/api/patients')
}
