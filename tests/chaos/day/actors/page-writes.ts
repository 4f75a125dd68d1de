import type { Page, Request } from 'playwright'
import { isWrite, type RecordedWrite, toRecordedWrite } from '../recorded-write.ts'

export function recordPageWrites(page: Page, onWrite: (write: RecordedWrite) => void) {
  page.on('requestfinished', async request => {
    if (!isWrite(request.method(), request.url())) return
    const response = await request.response().catch(() => null)
    const isSaved = response?.ok() && request.method() !== 'DELETE'
    const patient = isSaved ? await response?.json().catch(() => null) : null
    onWrite(toRecordedWrite(readRequest(request), response?.status() ?? 0, patient))
  })
  page.on('requestfailed', request => {
    if (!isWrite(request.method(), request.url())) return
    onWrite(toRecordedWrite(readRequest(request), 0, null))
  })
}

function readRequest(request: Request) {
  return {
    method: request.method(),
    url: request.url(),
    key: request.headers()['idempotency-key'] ?? null,
    body: request.postData(),
  }
}
