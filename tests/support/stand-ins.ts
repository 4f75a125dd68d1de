import { jest } from 'bun:test'

type Global = Record<string, unknown>

/** Puts what a browser has, and a test run has not, into its place; answers how to take it away again. */
export function standIn(parts: Global) {
  const before = Object.keys(parts).map(
    name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

const PROMISES_IN_A_ROW = 30

/** Lets promises that wait for nothing but each other come to their end. */
export async function settle() {
  for (let turn = 0; turn < PROMISES_IN_A_ROW; turn++) await Promise.resolve()
}

/** Fake time goes on, and what was waiting for it comes to its end. */
export async function pass(ms: number) {
  jest.advanceTimersByTime(ms)
  await settle()
}

/** What an EventSource does for a display, in the hands of a test. */
export class FakeEventSource {
  static opened: FakeEventSource[] = []
  static newest() {
    const source = FakeEventSource.opened.at(-1)
    if (!source) throw new Error('nobody listens')
    return source
  }

  readyState = 0
  onerror: (() => void) | null = null
  private hearers = new Map<string, (message: { data: string }) => void>()

  constructor(readonly url: string) {
    FakeEventSource.opened.push(this)
  }
  addEventListener(event: string, hear: (message: { data: string }) => void) {
    this.hearers.set(event, hear)
  }
  close() {
    this.readyState = 2
  }

  say(event: string, payload: unknown = {}) {
    this.readyState = 1
    this.hearers.get(event)?.({ data: JSON.stringify(payload) })
  }
  /** The connection is lost; the browser tries again by itself unless it was refused for good. */
  lose({ forGood = false } = {}) {
    this.readyState = forGood ? 2 : 0
    this.onerror?.()
  }
}
