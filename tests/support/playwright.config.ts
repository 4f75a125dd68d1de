import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { SCREEN_TEST_FLAGS } from './browser/chromium.ts'

const RESULTS = join(import.meta.dirname, '../.results')

export default defineConfig({
  testDir: join(import.meta.dirname, '../screens'),
  testMatch: '*.screen.ts',
  outputDir: join(RESULTS, 'screens'),
  reporter: [['line'], ['json', { outputFile: join(RESULTS, 'screens.json') }]],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin', // Not the clinic's: screens show the clinic's day, wherever a browser is.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: SCREEN_TEST_FLAGS,
    },
  },
})
