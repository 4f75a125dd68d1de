import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'

type Closable = { close(): unknown }
type Hook = (work: () => unknown) => void

/** A new one for each test of the file, closed after it. */
export function perTest<T extends Closable>(open: () => T | Promise<T>): T {
  return fill(open, beforeEach, afterEach)
}

/** One for all tests of the file. */
export function perFile<T extends Closable>(open: () => T | Promise<T>): T {
  return fill(open, beforeAll, afterAll)
}

function fill<T extends Closable>(open: () => T | Promise<T>, before: Hook, after: Hook): T {
  // Empty until the hook has run, which is before any test reads it.
  const opened = {} as T
  before(async () => void Object.assign(opened, await open()))
  after(() => opened.close())
  return opened
}
