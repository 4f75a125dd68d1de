import { jest } from 'bun:test'

type Global = Record<string, unknown>

/** Sets globals that only a browser has; returns how to restore them. */
export function replaceGlobals(replacements: Global) {
  const originals = Object.keys(replacements).map(
    name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(replacements)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of originals) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

const PROMISES_IN_A_ROW = 30

/** Runs promise callbacks that wait for nothing but each other. */
export async function flushPromises() {
  for (let count = 0; count < PROMISES_IN_A_ROW; count++) await Promise.resolve()
}

export async function advanceTime(ms: number) {
  jest.advanceTimersByTime(ms)
  await flushPromises()
}

type Message = { data: string; lastEventId: string }

export class FakeEventSource {
  static opened: FakeEventSource[] = []
  static newest() {
    const source = FakeEventSource.opened.at(-1)
    if (!source) throw new Error('no EventSource is open')
    return source
  }

  readyState = 0
  onerror: (() => void) | null = null
  private handlers = new Map<string, (message: Message) => void>()

  constructor(readonly url: string) {
    FakeEventSource.opened.push(this)
  }
  addEventListener(event: string, handler: (message: Message) => void) {
    this.handlers.set(event, handler)
  }
  close() {
    this.readyState = 2
  }

  emit(event: string, payload: unknown = {}, lastEventId = '') {
    this.readyState = 1
    this.handlers.get(event)?.({ data: JSON.stringify(payload), lastEventId })
  }
  /** The browser reconnects by itself unless the connection was refused for good. */
  lose({ forGood = false } = {}) {
    this.readyState = forGood ? 2 : 0
    this.onerror?.()
  }
}
