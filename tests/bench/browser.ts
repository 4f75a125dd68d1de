import { type BrowserContext, chromium } from 'playwright'
import { findOrGetChromium } from '../support/chromium.ts'
import { PASSWORD } from './program.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

export async function openBrowser() {
  const executablePath = findOrGetChromium()
  if (!executablePath) throw new Error('no Chromium to be had: install one, or set CHROMIUM')
  return chromium.launch({ executablePath, args: ARGS })
}

export async function signInContext(context: BrowserContext, url: string) {
  const data = { username: 'admin', password: PASSWORD }
  await context.request.post(`${url}/api/auth/login`, { data })
}
