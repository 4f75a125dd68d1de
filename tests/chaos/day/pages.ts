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
    if (status > 0) ledger.receive(status, request.url(), json?.answer ?? json)
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

/** Call it before a TV is opened; returns name and room of each announcement, in order. */
export async function recordAnnouncements(page: Page, speedup: number) {
  const announced: string[] = []
  await page.exposeFunction('announced', (label: string) => void announced.push(label))
  await page.addInitScript(observeOverlays, speedup)
  return announced
}

/** Runs in the page. Only the overlay's five seconds are shortened. */
function observeOverlays(speedup: number) {
  const timeout = window.setTimeout
  const spedUpTimeout = (work: TimerHandler, ms?: number) =>
    timeout(work, ms === 5_000 ? ms / speedup : ms)
  Object.assign(window, { setTimeout: spedUpTimeout })
  HTMLMediaElement.prototype.play = function () {
    timeout(() => this.onended?.(new Event('ended')), 50)
    return Promise.resolve()
  }
  const { announced } = window as unknown as { announced(label: string): void }
  const text = (overlay: Element, part: string) => overlay.querySelector(part)?.textContent
  const known = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const overlay of document.querySelectorAll('.overlay')) {
      if (known.has(overlay)) continue
      known.add(overlay)
      announced(`${text(overlay, '.overlay__name')}, ${text(overlay, '.overlay__room')}`)
    }
  }).observe(document, { subtree: true, childList: true })
}
