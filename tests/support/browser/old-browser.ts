import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS } from './chromium.ts'
import { connectDevtools } from './devtools-protocol.ts'

const STARTS_WITHIN_MS = 20_000
const FLAGS = [
  ...CHROMIUM_FLAGS,
  '--headless',
  '--remote-debugging-port=0',
  '--disable-dev-shm-usage',
  '--mute-audio',
]
const DOMAINS = ['Page', 'Runtime', 'Log', 'Network', 'Performance']
/** Where Debian, Fedora and Arch keep a few fonts. One is enough: the TV's page brings its own. */
const FONT_FOLDERS = ['truetype/dejavu', 'truetype/liberation', 'dejavu-sans-fonts', 'TTF']

/** Launches Chromium 64 or later with one page; Playwright supports only newer ones. */
export async function launchOldBrowser(path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'old-browser-'))
  const child = Bun.spawn([path, ...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...process.env, FONTCONFIG_FILE: createFontConfig(folder) },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const startTimer = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS)

  async function close() {
    clearTimeout(startTimer)
    child.kill('SIGKILL')
    await child.exited
    // Child processes may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const page = await openPage(await portOf(child))
    clearTimeout(startTimer)
    return { ...page, pid: child.pid, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

/**
 * An old engine cannot read the system's cache of fonts. It would scan all at each start: Chinese
 * ones for 10 s.
 */
function createFontConfig(folder: string) {
  const path = join(folder, 'fonts.conf')
  const folders = FONT_FOLDERS.map(name => `<dir>/usr/share/fonts/${name}</dir>`).join('')
  const cache = `<cachedir>${folder}/fonts</cachedir>`
  writeFileSync(path, `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>`)
  return path
}

export type OldBrowser = Awaited<ReturnType<typeof launchOldBrowser>>

async function portOf(child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>) {
  const words = new TextDecoder()
  let output = ''
  for await (const chunk of child.stderr) {
    output += words.decode(chunk)
    const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output) ?? []
    if (port) return Number(port)
  }
  await child.exited
  const isLate = child.signalCode === 'SIGKILL'
  const reason = isLate ? `not within ${STARTS_WITHIN_MS / 1000} s` : getReason(output)
  throw new Error(`it did not start: ${reason}`)
}

/** Linker and Chromium write one line about what ends them, among harmless ones. */
function getReason(output: string) {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return lines.find(line => /error while loading|FATAL/.test(line)) ?? lines.at(-1) ?? 'no output'
}

async function openPage(port: number) {
  const { send, on } = await connectDevtools(port)
  const consoleErrors = collectErrors(on)
  await Promise.all(DOMAINS.map(domain => send(`${domain}.enable`)))
  const screen = { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', screen)

  return {
    send,
    on,
    /** Exceptions, console errors and failed requests. */
    consoleErrors,
    beforeScripts: (source: string) => send('Page.addScriptToEvaluateOnNewDocument', { source }),
    async goto(url: string) {
      const loaded = new Promise<void>(resolve => on('Page.loadEventFired', () => resolve()))
      await send('Page.navigate', { url })
      await loaded
    },
    /** The expression must use only syntax that this engine supports. */
    async evaluate<T>(expression: string): Promise<T> {
      const params = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', params)
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

function collectErrors(on: Awaited<ReturnType<typeof connectDevtools>>['on']) {
  const consoleErrors: string[] = []
  on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
    consoleErrors.push(exception?.description ?? text),
  )
  on('Runtime.consoleAPICalled', ({ type, args }) => {
    const words = args.map(({ value, description }: ConsoleArgument) => value ?? description)
    if (type === 'error') consoleErrors.push(words.join(' '))
  })
  on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') consoleErrors.push(`${entry.text} ${entry.url ?? ''}`)
  })
  on('Network.loadingFailed', ({ canceled, errorText }) => {
    if (!canceled) consoleErrors.push(errorText)
  })
  return consoleErrors
}

type Metric = { name: string; value: number }
type ConsoleArgument = { value?: unknown; description?: string }
