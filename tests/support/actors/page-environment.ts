import { EventSource as RealEventSource } from 'eventsource'

/** The browser globals that page code needs, for a process without a screen. */
export const pageOptions: {
  url: string
  cookie?: string
  token?: string
  options?: { timeout?: number; reconnectionDelay?: number; reconnectionDelayMax?: number }
  slowDelayMs?: number
  silentIsDeadMs?: number
  newestSequence?: number
} = JSON.parse(process.argv[2] ?? '{}')

const originalFetch = fetch
const toAbsoluteUrl = (address: string | URL | Request) =>
  address instanceof Request ? address : new URL(address, pageOptions.url)

Object.assign(globalThis, {
  document: { body: { dataset: {} }, hidden: false },
  location: new URL(pageOptions.url),
  sessionStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  addEventListener() {},
  removeEventListener() {},
  fetch: (address: string, init?: RequestInit) =>
    originalFetch(toAbsoluteUrl(address), withCookie(init)),
  EventSource: class extends RealEventSource {
    constructor(address: string) {
      super(new URL(address, pageOptions.url), { fetch: originalFetch })
    }
  },
})

function withCookie(init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (pageOptions.cookie && !headers.has('cookie')) headers.set('cookie', pageOptions.cookie)
  return { ...init, headers }
}

export function reportState(state: object) {
  console.log(JSON.stringify(state))
}
