/** What the server acknowledged, by a 2xx answer: it has to be there after whatever happens. */
export type Ledger = {
  patients: Map<number, Acknowledged>
  calls: { sequence: number; patientId: number }[]
  /** Media ids and the hash of what was sent; deleted ones must stay away. */
  uploads: Map<number, string>
  deleted: Set<number>
  /** Registrations whose answer never came, by their key: sent again, they must not happen twice. */
  unanswered: Map<string, string>
  writes: number
  refused: number
}

type Acknowledged = {
  name: string
  number: number
  day: string
  /** How long the patient's journey was in the last answer. */
  steps: number
  /** How many more may have been kept without their answers having arrived; one where nobody counts them. */
  unanswered?: number
}

export function openLedger(): Ledger {
  return {
    patients: new Map(),
    calls: [],
    uploads: new Map(),
    deleted: new Set(),
    unanswered: new Map(),
    writes: 0,
    refused: 0,
  }
}
