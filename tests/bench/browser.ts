import { type Browser, chromium } from 'playwright'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { ADMIN } from '../support/server/test-clinic.ts'

const ARGS = [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required']

export async function openBrowser() {
  const executablePath = findOrGetChromium()
  return chromium.launch({ executablePath, args: ARGS })
}

/** A signed-in page in a window of its own: a page behind another does not paint. */
export async function openDesk(browser: Browser, url: string) {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: url, viewport })
  await context.request.post('/api/auth/login', { data: ADMIN })
  return context.newPage()
}
