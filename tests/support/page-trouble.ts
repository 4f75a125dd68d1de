import type { Page } from 'playwright'

/** Exceptions and errors in a page's console, as they come. */
export function listenForTrouble(page: Page) {
  const troubles: string[] = []
  page.on('pageerror', error => troubles.push(error.message))
  page.on('console', message => {
    // Chromium logs every refused answer and connection; those that a test provokes are part of it.
    const isRefusal = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
    if (message.type() === 'error' && !isRefusal) troubles.push(message.text())
  })
  return troubles
}
