import type { Page } from 'playwright'

export function collectConsoleErrors(page: Page) {
  const troubles: string[] = []
  page.on('pageerror', error => troubles.push(error.message))
  page.on('console', message => {
    // Chromium also logs failed requests, which some tests provoke.
    const isRefusal = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
    if (message.type() === 'error' && !isRefusal) troubles.push(message.text())
  })
  return troubles
}
