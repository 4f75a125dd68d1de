import { createLedger } from '../kills/ledger.ts'
import type { RecordedWrite, RequestedStep } from './recorded-write.ts'

/** `refused`: a desk was told that it was not carried out. `unknown`: no attempt got a response. */
export type StepRequest = RequestedStep & { outcome: 'unknown' | 'done' | 'refused' }

/** A write that a device was told came too late, in real time. */
export type TooLate = { device: string; atMs: number }

const REQUEST_TIMEOUT = 408
const INSUFFICIENT_STORAGE = 507

/** What was acknowledged, and what became of every step that a desk has asked for. */
export function createWriteLog() {
  const ledger = createLedger()
  const requests = new Map<string, StepRequest>()
  const refusedCounts = new Map<number, number>()
  const tooLate: TooLate[] = []

  function record({ method, path, key, status, step, patient }: RecordedWrite, device: string) {
    if (patient) acknowledge(method, patient)
    const isRefused = status >= 400
    if (isRefused) {
      ledger.refused++
      refusedCounts.set(status, (refusedCounts.get(status) ?? 0) + 1)
    }
    if (status === REQUEST_TIMEOUT) tooLate.push({ device, atMs: Date.now() })
    if (!step) return
    if (key === null) throw new Error(`${method} ${path} has no idempotency key`)
    const before = requests.get(key)?.outcome ?? 'unknown'
    requests.set(key, { ...step, outcome: getOutcome(before, status) })
  }

  function acknowledge(method: string, patient: NonNullable<RecordedWrite['patient']>) {
    ledger.writes++
    const { id, name, number, day, trackingHistory, callSequence } = patient
    const steps = Math.max(ledger.patients.get(id)?.steps ?? 0, trackingHistory.length)
    ledger.patients.set(id, { name: name ?? '', number, day, steps, unanswered: 0 })
    const isCall = trackingHistory.at(-1)?.action.startsWith('called')
    if (method === 'PATCH' && isCall && callSequence !== null) {
      ledger.calls.push({ sequence: callSequence, patientId: id })
    }
  }

  return {
    record,
    ledger,
    refusedCounts,
    tooLate,
    /** The requests; steps that may be stored without a response are in the ledger from now on. */
    finish(): StepRequest[] {
      for (const { patientId, outcome, status } of requests.values()) {
        const known = ledger.patients.get(patientId)
        if (known && outcome === 'unknown' && status !== 'deleted') {
          known.unanswered = (known.unanswered ?? 0) + 1
        }
      }
      return [...requests.values()]
    },
  }
}

/** An earlier attempt may have been carried out without a response, but then a later one says so. */
function getOutcome(before: StepRequest['outcome'], status: number): StepRequest['outcome'] {
  if (before === 'done' || (status >= 200 && status < 300)) return 'done'
  const isRefused = (status >= 400 && status < 500) || status === INSUFFICIENT_STORAGE
  return isRefused ? 'refused' : before
}
