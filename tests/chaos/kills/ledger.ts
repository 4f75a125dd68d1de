/** What the server acknowledged with 2xx, and so must not lose. */
export type Ledger = {
  patients: Map<number, Acknowledged>
  calls: { sequence: number; patientId: number }[]
  /** SHA-256 by media id. */
  uploads: Map<number, string>
  deleted: Set<number>
  /** Names by idempotency key; repeated, they must not register twice. */
  unanswered: Map<string, string>
  writes: number
  refused: number
}

type Acknowledged = {
  name: string
  number: number
  day: string
  /** Length of the journey in the last response. */
  steps: number
  /** Steps that may be stored without a received response; one by default. */
  unanswered?: number
}

export function createLedger(): Ledger {
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
