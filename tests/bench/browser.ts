import { type BrowserContext, chromium } from 'playwright'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { ADMIN } from '../support/server/test-clinic.ts'

const ARGS = [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required']

export async function openBrowser() {
  const executablePath = findOrGetChromium()
  return chromium.launch({ executablePath, args: ARGS })
}

export async function signInContext(context: BrowserContext, url: string) {
  await context.request.post(`${url}/api/auth/login`, { data: ADMIN })
}
