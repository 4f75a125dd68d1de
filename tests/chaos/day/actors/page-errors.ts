import type { Page } from 'playwright'
import { collectConsoleErrors } from '../../../support/browser/console-errors.ts'

/** Errors in the console; a page that is loaded again by itself, as when it was signed out, is one too. */
export function collectPageErrors(page: Page) {
  const errors = collectConsoleErrors(page)
  let loads = 0
  page.on('load', () => {
    loads++
    if (loads > 1) errors.push(`loaded again: ${new URL(page.url()).pathname}`)
  })
  return errors
}
