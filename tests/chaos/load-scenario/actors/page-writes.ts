import type { Page } from 'playwright'
import { isWrite, type RecordedWrite } from './desk-actor.ts'

export function recordPageWrites(page: Page, onWrite: (write: RecordedWrite) => void) {
  page.on('requestfinished', async request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (!isWrite(method, path)) return
    const response = await request.response().catch(() => null)
    const patient =
      response?.ok() && method !== 'DELETE' ? await response.json().catch(() => null) : null
    onWrite({ method, path, status: response?.status() ?? 0, patient })
  })
  page.on('requestfailed', request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (isWrite(method, path)) onWrite({ method, path, status: 0, patient: null })
  })
}
