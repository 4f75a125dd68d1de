import { afterAll, afterEach, setDefaultTimeout } from 'bun:test'
import { TIME_LIMIT_MS } from '../time-limit.ts'
import { createDataFolder } from './program.ts'

/** A data folder that is empty before each test of this file, and what the test runs on it. */
export function setUpDataFolder() {
  setDefaultTimeout(TIME_LIMIT_MS)
  const data = createDataFolder()
  afterEach(data.clear)
  afterAll(data.close)
  return data
}
