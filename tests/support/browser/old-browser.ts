import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../server/test-server.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a browser answers has no types here; a test fails on it
type ProtocolValue = any
type EventHandler = (params: ProtocolValue) => void

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
  const log = Bun.file(join(folder, 'log'))
  // The browser writes the port that it has taken into this file.
  const portFile = join(folder, 'DevToolsActivePort')
  const child = Bun.spawn([path, ...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...process.env, FONTCONFIG_FILE: createFontConfig(folder) },
    stdout: 'ignore',
    stderr: log,
  })
  let address: string | undefined

  async function hasPage() {
    if (child.exitCode !== null) throw new Error(`it did not start: ${getReason(await log.text())}`)
    if (!existsSync(portFile)) return undefined
    const [port] = readFileSync(portFile, 'utf8').split('\n')
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const targets: ProtocolValue[] = (await response?.json()) ?? []
    address = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
    return address
  }

  async function close() {
    child.kill('SIGKILL')
    await child.exited
    // Child processes may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await until('the browser opens a page', hasPage)
    return { ...(await controlPage(address ?? '')), pid: child.pid, close }
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

/** Linker and Chromium write one line about what ends them, among harmless ones. */
function getReason(output: string) {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return lines.find(line => /error while loading|FATAL/.test(line)) ?? lines.at(-1) ?? 'no output'
}

async function controlPage(address: string) {
  const { send, on } = await connectDevtools(address)
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

async function connectDevtools(address: string) {
  const socket = new WebSocket(address)
  const pending = new Map<number, PromiseWithResolvers<ProtocolValue>>()
  const handlers = new Map<string, EventHandler[]>()
  let lastId = 0

  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
    if (id === undefined) return handlers.get(method)?.forEach(handler => void handler(params))
    if (error) pending.get(id)?.reject(new Error(error.message))
    else pending.get(id)?.resolve(result)
    pending.delete(id)
  }
  const opened = Promise.withResolvers<void>()
  socket.onopen = () => opened.resolve()
  socket.onclose = () => {
    const error = new Error('the browser closed the connection')
    for (const { reject } of [opened, ...pending.values()]) reject(error)
  }
  await opened.promise

  return {
    send(method: string, params: object = {}) {
      const id = ++lastId
      const response = Promise.withResolvers<ProtocolValue>()
      pending.set(id, response)
      socket.send(JSON.stringify({ id, method, params }))
      return response.promise
    },
    on(event: string, handler: EventHandler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler])
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
