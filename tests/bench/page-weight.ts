import { openBrowser, signInContext } from './browser.ts'
import type { Row } from './measurements.ts'
import { runClinic } from './program.ts'

const PAGES = [
  ['Login', '/', 90],
  ['Dashboard', '/', 110],
  ['Register', '/register', 110],
  ['Queue', '/queue', 110],
  ['Settings with its preview', '/settings', 125],
] as const

/** All JavaScript that a page loads, live channel included, in kilobytes (1000 bytes) of gzip. */
export async function pageWeight(): Promise<Row[]> {
  const clinic = await runClinic()
  const browser = await openBrowser()
  const rows: Row[] = []
  for (const [name, path, maxKb] of PAGES) {
    const context = await browser.newContext()
    if (name !== 'Login') await signInContext(context, clinic.url)
    const page = await context.newPage()
    const urls: string[] = []
    page.on('response', response => {
      if (response.request().resourceType() === 'script') urls.push(response.url())
    })
    await page.goto(clinic.url + path, { waitUntil: 'networkidle' })
    const sizes = await Promise.all(urls.map(sentBytes))
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
    rows.push({
      what: `JavaScript of ${name}, gzip`,
      measured: `${total.toFixed(1)} kB in ${sizes.length} files`,
      beside: 'react and react-dom alone: 65.3 kB',
      aim: `under ${maxKb} kB`,
      isMissed: total >= maxKb,
    })
    await context.close()
  }
  await browser.close()
  clinic.stop()
  return rows
}

/**
 * A browser on plain http to a LAN address asks for gzip; here, on localhost, it would get brotli.
 */
async function sentBytes(url: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, decompress: false })
  return (await response.arrayBuffer()).byteLength
}
