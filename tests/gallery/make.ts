import { join } from 'node:path'
import { openBrowser, signInContext } from '../bench/browser.ts'
import { PASSWORD, run } from '../bench/program.ts'

/** `bun run gallery` takes the README's pictures anew, from the demo's clinic. */
const demo = await run(['server/main.ts', '--demo', '--port', '0'], { ADMIN_PASSWORD: PASSWORD })
const browser = await openBrowser()

const desk = await signedInPage(1440, 900)
await desk.goto(`${demo.url}/queue`)
await desk.locator('[data-island=QueueBoard][data-awake]').waitFor()
await desk.getByLabel('Select Room for Call').selectOption({ index: 1 })
await desk.screenshot({ path: join(import.meta.dirname, 'queue.png') })

const tv = await signedInPage(1920, 1080)
await tv.goto(`${demo.url}/?fullscreen=1`)
await tv.getByRole('button', { name: 'Start TV Display' }).click()
await tv.locator('.blinks').first().waitFor({ timeout: 120_000 })
await tv.locator('.blinks').first().waitFor({ state: 'detached', timeout: 120_000 })
await tv.locator('.fullscreen-tv[data-exit-shown=false]').waitFor()
await tv.screenshot({ path: join(import.meta.dirname, 'tv.png') })

await browser.close()
demo.stop()
process.exit(0)

async function signedInPage(width: number, height: number) {
  const context = await browser.newContext({ viewport: { width, height } })
  await signInContext(context, demo.url)
  return context.newPage()
}
