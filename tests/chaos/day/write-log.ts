import type { Page, Request } from 'playwright'
import { z } from 'zod'
import type { PatientJson } from '#domain/patients/patient-json'
import { createLedger } from '../stored-data.ts'

/**
 * What a desk wants done with a patient. `seenSteps` is the journey's length on its screen.
 * `refused`: the desk was told so. `unknown`: no attempt got a response.
 */
export type StepRequest = {
  patientId: number
  seenSteps: number
  status: string
  windowId: number | null
  outcome: 'unknown' | 'done' | 'refused'
}
export type TooLate = { device: string; atMs: number }

export const REQUEST_TIMEOUT = 408
export const INSUFFICIENT_STORAGE = 507
const CHANGE = z.object({
  status: z.string(),
  seenSteps: z.coerce.number(),
  windowId: z.number().nullish(),
})

/** What was acknowledged, and what became of every step that a desk has asked for. */
export function createWriteLog() {
  const ledger = createLedger()
  const requests = new Map<string, StepRequest>()
  const refusedCounts = new Map<number, number>()
  const tooLate: TooLate[] = []

  function watch(device: string, page: Page) {
    page.on('requestfinished', async request => {
      if (!isWrite(request)) return
      const response = await request.response().catch(() => null)
      const status = response?.status() ?? 0
      const isSaved = response?.ok() && request.method() !== 'DELETE'
      const patient: PatientJson | null = isSaved ? await response?.json().catch(() => null) : null
      if (patient) acknowledge(request, patient)
      if (status >= 400) {
        ledger.refused++
        refusedCounts.set(status, (refusedCounts.get(status) ?? 0) + 1)
      }
      if (status === REQUEST_TIMEOUT) tooLate.push({ device, atMs: Date.now() })
      settle(request, status)
    })
    page.on('requestfailed', request => isWrite(request) && settle(request, 0))
  }

  function acknowledge(request: Request, patient: PatientJson) {
    ledger.writes++
    const { id, name, number, day, trackingHistory, callSequence } = patient
    const steps = Math.max(ledger.patients.get(id)?.steps ?? 0, trackingHistory.length)
    ledger.patients.set(id, { name: name ?? '', number, day, steps, unanswered: 0 })
    const isCall = trackingHistory.at(-1)?.action.startsWith('called')
    if (request.method() === 'PATCH' && isCall && callSequence !== null) {
      ledger.calls.push({ sequence: callSequence, patientId: id })
    }
  }

  /** If an attempt was carried out without a response, a later one says so. */
  function settle(request: Request, status: number) {
    const { pathname, searchParams } = new URL(request.url())
    const patientId = Number(/\/patients\/(\d+)/.exec(pathname)?.[1])
    if (Number.isNaN(patientId)) return
    const key = request.headers()['idempotency-key']
    if (!key) throw new Error(`${request.method()} ${pathname} has no idempotency key`)
    const isDeletion = request.method() === 'DELETE'
    const seenSteps = searchParams.get('seenSteps')
    const change = isDeletion ? { status: 'deleted', seenSteps } : request.postDataJSON()
    const { windowId = null, ...step } = CHANGE.parse(change)
    const before = requests.get(key)?.outcome ?? 'unknown'
    const outcome = before === 'done' ? before : (getOutcome(status) ?? before)
    requests.set(key, { patientId, windowId, ...step, outcome })
  }

  return {
    watch,
    ledger,
    refusedCounts,
    tooLate,
    /** The requests; steps that may be stored without a response are in the ledger from now on. */
    finish(): StepRequest[] {
      for (const { patientId, outcome, status } of requests.values()) {
        const known = ledger.patients.get(patientId)
        if (known && outcome === 'unknown' && status !== 'deleted') known.unanswered++
      }
      return [...requests.values()]
    },
  }
}

export type WriteLog = ReturnType<typeof createWriteLog>

function isWrite(request: Request) {
  const { pathname } = new URL(request.url())
  return request.method() !== 'GET' && pathname.startsWith('/api/patients')
}

function getOutcome(status: number) {
  if (status >= 200 && status < 300) return 'done'
  const isRefused = (status >= 400 && status < 500) || status === INSUFFICIENT_STORAGE
  return isRefused ? 'refused' : null
}
