import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS } from './chromium.ts'
import { openProtocol } from './devtools-protocol.ts'

const STARTS_WITHIN_MS = 20_000
const FLAGS = [
  ...CHROMIUM_FLAGS,
  '--headless',
  '--remote-debugging-port=0',
  '--disable-dev-shm-usage',
  '--mute-audio',
]
const DOMAINS = ['Page', 'Runtime', 'Log', 'Network', 'Performance']

/** A Chromium of any age from 64 on, with one page of 1920x1080; Playwright speaks only to younger ones. */
export async function launch(path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'old-browser-'))
  const child = Bun.spawn([path, ...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const late = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS)
  const page = await openPage(await portOf(child.stderr))
  clearTimeout(late)

  async function close() {
    child.kill('SIGKILL')
    await child.exited
    // Its children may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return { ...page, pid: child.pid, close }
}

export type OldBrowser = Awaited<ReturnType<typeof launch>>

async function portOf(said: ReadableStream<Uint8Array>) {
  const words = new TextDecoder()
  let all = ''
  for await (const chunk of said) {
    all += words.decode(chunk)
    const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(all) ?? []
    if (port) return Number(port)
  }
  throw new Error(`the browser did not start: ${all.slice(-500)}`)
}

async function openPage(port: number) {
  const { send, on } = await openProtocol(port)
  const troubles = listenForTrouble(on)
  await Promise.all(DOMAINS.map(domain => send(`${domain}.enable`)))
  const screen = { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', screen)

  return {
    send,
    on,
    /** Exceptions, errors in the console, and answers and connections that failed. */
    troubles,
    /** Runs a script in every document before any of its own. */
    beforeScripts: (source: string) => send('Page.addScriptToEvaluateOnNewDocument', { source }),
    async goto(url: string) {
      const loaded = new Promise<void>(resolve => on('Page.loadEventFired', () => resolve()))
      await send('Page.navigate', { url })
      await loaded
    },
    /** The value of an expression, in words that the page's own engine knows. */
    async evaluate<T>(expression: string): Promise<T> {
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', asked)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
      return result.value
    },
    async press(key: string) {
      for (const type of ['rawKeyDown', 'keyUp'])
        await send('Input.dispatchKeyEvent', { type, key })
    },
    async screenshot(path: string) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' })
      await Bun.write(path, Buffer.from(data, 'base64'))
    },
    async metrics(): Promise<Record<string, number>> {
      const { metrics } = await send('Performance.getMetrics')
      return Object.fromEntries(metrics.map(({ name, value }: Metric) => [name, value]))
    },
  }
}

function listenForTrouble(on: Awaited<ReturnType<typeof openProtocol>>['on']) {
  const troubles: string[] = []
  on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
    troubles.push(exception?.description ?? text),
  )
  on('Runtime.consoleAPICalled', ({ type, args }) => {
    const words = args.map(({ value, description }: Told) => value ?? description)
    if (type === 'error') troubles.push(words.join(' '))
  })
  on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') troubles.push(`${entry.text} ${entry.url ?? ''}`)
  })
  on('Network.loadingFailed', ({ canceled, errorText }) => {
    if (!canceled) troubles.push(errorText)
  })
  return troubles
}

type Metric = { name: string; value: number }
type Told = { value?: unknown; description?: string }
