import type { Page } from 'playwright'
import { type Answered, isWrite } from './desk.ts'

/** Tells of every write of a page what was answered. */
export function notePageWrites(page: Page, hear: (answered: Answered) => void) {
  page.on('requestfinished', async request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (!isWrite(method, path)) return
    const answer = await request.response().catch(() => null)
    const patient =
      answer?.ok() && method !== 'DELETE' ? await answer.json().catch(() => null) : null
    hear({ method, path, status: answer?.status() ?? 0, patient })
  })
  page.on('requestfailed', request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (isWrite(method, path)) hear({ method, path, status: 0, patient: null })
  })
}
