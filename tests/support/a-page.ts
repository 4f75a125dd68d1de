import { EventSource as RealEventSource } from 'eventsource'

/** What a page's code needs of a browser, for a program that has no screen. */
export const wish: {
  url: string
  cookie?: string
  token?: string
  /** Of its socket, on top of a page's own. */
  options?: { timeout?: number; reconnectionDelay?: number; reconnectionDelayMax?: number }
  slowDelayMs?: number
  silentIsDeadMs?: number
  /** The newest call that a TV was drawn with. */
  newestSequence?: number
} = JSON.parse(process.argv[2] ?? '{}')

const plainFetch = fetch
const absolute = (address: string | URL | Request) =>
  address instanceof Request ? address : new URL(address, wish.url)

Object.assign(globalThis, {
  document: { body: { dataset: {} }, hidden: false },
  location: new URL(wish.url),
  addEventListener() {},
  removeEventListener() {},
  fetch: (address: string, init?: RequestInit) => plainFetch(absolute(address), asThisPage(init)),
  EventSource: class extends RealEventSource {
    constructor(address: string) {
      super(new URL(address, wish.url), { fetch: plainFetch })
    }
  },
})

/** A browser sends its cookie along. */
function asThisPage(init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (wish.cookie && !headers.has('cookie')) headers.set('cookie', wish.cookie)
  return { ...init, headers }
}

/** Tells the test what the page shows by now. */
export function tell(state: object) {
  console.log(JSON.stringify(state))
}
