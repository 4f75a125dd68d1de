/** Adds functions that the pages and their libraries use, but Chromium before 71 lacks. */
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

if (!window.queueMicrotask) {
  window.queueMicrotask = task => void Promise.resolve().then(task)
}

// Before Chromium 71, the function is prefixed and does not return a promise.
if (!Element.prototype.requestFullscreen) {
  const { webkitRequestFullscreen } = Element.prototype as unknown as OldElement
  Element.prototype.requestFullscreen = webkitRequestFullscreen
}

type OldElement = { webkitRequestFullscreen: Element['requestFullscreen'] }

export {}
