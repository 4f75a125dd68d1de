/** The few things that these pages and their libraries use and browsers before Chromium 73 lack. */
if (!String.prototype.padStart) {
  Object.defineProperty(String.prototype, 'padStart', {
    value(this: string, length: number, filler = ' ') {
      let text = String(this)
      while (text.length < length) text = filler + text
      return text
    },
  })
}

if (!Object.entries) {
  Object.entries = (object: Record<string, unknown>): [string, unknown][] =>
    Object.keys(object).map(key => [key, object[key]])
}

// Preact waits with it before it draws anew.
if (!window.queueMicrotask) {
  window.queueMicrotask = task => void Promise.resolve().then(task)
}

// Before Chromium 71 it has only its old name, and promises nothing.
if (!Element.prototype.requestFullscreen) {
  const { webkitRequestFullscreen } = Element.prototype as unknown as OldElement
  Element.prototype.requestFullscreen = webkitRequestFullscreen
}

type OldElement = { webkitRequestFullscreen: Element['requestFullscreen'] }

export {}
