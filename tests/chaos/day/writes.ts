import type { Page, Request } from 'playwright'
import type { Ledger } from '../ledger.ts'

const REQUEST_TIMEOUT = 408
const WRITES = /^\/api\/(patients|appointments\/\d+\/check-in|kiosk)/

/** Records a desk's writes in the ledger. Returns when one of them was too late, in real time. */
export function watchWrites(page: Page, ledger: Ledger) {
  const tooLate: number[] = []
  page.on('requestfinished', async request => {
    if (!isWrite(request)) return
    const response = await request.response().catch(() => null)
    const status = response?.status() ?? 0
    settle(request, status)
    if (status === REQUEST_TIMEOUT) tooLate.push(Date.now())
    const json = response?.ok() ? await response.json().catch(() => null) : null
    // A page asks for what its write changed, beside the answer.
    const patient = json?.answer ?? json
    if (status > 0) ledger.receive(status, patient?.trackingHistory ? patient : null)
    const appointmentId = /\/appointments\/(\d+)/.exec(request.url())?.[1]
    if (appointmentId && patient?.id) ledger.checkIn(Number(appointmentId), patient.id)
  })
  page.on('requestfailed', request => isWrite(request) && settle(request, 0))
  return tooLate

  function settle(request: Request, status: number) {
    const { pathname } = new URL(request.url())
    const [, patientId, place] = /\/patients\/(\d+)(?:\/(\w+))?/.exec(pathname) ?? []
    if (patientId === undefined) return
    const key = request.headers()['idempotency-key']
    if (!key) throw new Error(`${request.method()} ${pathname} has no idempotency key`)
    ledger.settle(key, Number(patientId), readStep(request, place), status)
  }
}

function readStep(request: Request, place: string | undefined) {
  if (place === 'queue') return { ...request.postDataJSON(), status: 'moved' }
  if (place === 'undo') return { ...request.postDataJSON(), status: 'undone' }
  if (request.method() !== 'DELETE') return request.postDataJSON()
  const { searchParams } = new URL(request.url())
  return { status: 'deleted', seenSteps: searchParams.get('seenSteps') }
}

function isWrite(request: Request) {
  return request.method() !== 'GET' && WRITES.test(new URL(request.url()).pathname)
}
