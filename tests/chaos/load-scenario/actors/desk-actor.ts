import type { Patient } from '#domain/patients/patient'
import type { Action } from '../../../../islands/patients/available-actions.ts'
import type { Ledger } from '../../stress/ledger.ts'
import type { Card, View } from '../checks/expected-view.ts'

export type Lists = Record<string, Card[]>

/** A desk, with or without a browser. */
export type Desk = {
  name: string
  /** Lists by title. */
  lists(): Promise<Lists>
  /** Does nothing if the button is missing or disabled. */
  press(patient: string, step: Action): Promise<void>
  getView(): Promise<View>
  consoleErrors: string[]
}

export type Reception = {
  name: string
  /** Whether registrations are being sent, and whether sending has stopped after a failure. */
  outbox(): Promise<{ isSending: boolean; isStopped: boolean }>
  register(name: string, isPriority: boolean): Promise<void>
  retry(): Promise<void>
  getView(): Promise<View>
  consoleErrors: string[]
}

/** A write and its response; `patient` is null without a successful response. */
export type RecordedWrite = {
  method: string
  path: string
  status: number
  patient: Patient | null
}

/** Records acknowledged steps, and those that may be stored without a response. */
export function updateLedger(ledger: Ledger, { method, path, status, patient }: RecordedWrite) {
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

export function isWrite(method: string, path: string) {
  return method !== 'GET' && path.startsWith('/api/patients')
}
