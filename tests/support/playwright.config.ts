import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { SCREEN_TEST_FLAGS } from './browser/chromium.ts'
import { RESULTS } from './test-files.ts'
import { TIME_LIMIT_MS, WAIT_LIMIT_MS } from './time-limit.ts'

const WAITS = /@waits/

export default defineConfig({
  testDir: join(import.meta.dirname, '../screens'),
  testMatch: '**/*.screen.ts',
  outputDir: join(RESULTS, 'screens'),
  reporter: [['line'], ['junit', { outputFile: join(RESULTS, 'screens.xml') }]],
  workers: 3,
  projects: [
    { name: 'screens', grepInvert: WAITS, workers: 2 },
    // They wait for the clinic's own time-outs and compute little, so they run beside the others.
    { name: 'waits', grep: WAITS, workers: 1 },
  ],
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: Number(process.env.T ?? TIME_LIMIT_MS),
  expect: { timeout: WAIT_LIMIT_MS, toPass: { timeout: WAIT_LIMIT_MS } },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin', // Not the clinic's: screens show the clinic's day, wherever a browser is.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: SCREEN_TEST_FLAGS,
      // With LANG=C Chromium saves nothing in a path with other letters than ASCII, as this
      // checkout's may be.
      downloadsPath: tmpdir(),
    },
  },
})
