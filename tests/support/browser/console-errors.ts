import type { Page } from 'playwright'

export function collectConsoleErrors(page: Page) {
  const consoleErrors: string[] = []
  page.on('pageerror', error => consoleErrors.push(error.message))
  page.on('console', message => {
    // Chromium also logs failed requests, which some tests provoke.
    const isFailedRequest = /^(Failed to load resource|WebSocket connection to)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isFailedRequest) consoleErrors.push(message.text())
  })
  return consoleErrors
}
