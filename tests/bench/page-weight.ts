import type { Browser } from 'playwright'
import { openDesk } from './browser.ts'
import type { Row } from './measurements.ts'
import type { Clinic } from './program.ts'

const PAGES = [
  ['Login', '/', 90],
  ['Dashboard', '/', 110],
  ['Register', '/register', 110],
  ['Queue', '/queue', 110],
  ['Settings with its preview', '/settings', 125],
] as const

/** All JavaScript that a page loads, live channel included, in kilobytes (1000 bytes) of gzip. */
export async function pageWeight({ url }: Clinic, browser: Browser): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path, maxKb] of PAGES) {
    const page = name === 'Login' ? await browser.newPage() : await openDesk(browser, url)
    const scripts: string[] = []
    page.on('response', response => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const sizes = await Promise.all(scripts.map(getSentBytes))
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
    rows.push({
      what: `JavaScript of ${name}, gzip`,
      measured: `${total.toFixed(1)} kB in ${sizes.length} files`,
      beside: 'react and react-dom alone: 65.3 kB',
      aim: `under ${maxKb} kB`,
      isMissed: total >= maxKb,
    })
    await page.close()
  }
  return rows
}

/**
 * A browser on plain http to a LAN address asks for gzip; here, on localhost, it would get brotli.
 */
async function getSentBytes(url: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, decompress: false })
  return (await response.arrayBuffer()).byteLength
}
