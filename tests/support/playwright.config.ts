import { join } from 'node:path'
import { defineConfig } from 'playwright/test'

const RESULTS = join(import.meta.dirname, '../.results')

export default defineConfig({
  testDir: join(import.meta.dirname, '../screens'),
  testMatch: '*.screen.ts',
  outputDir: join(RESULTS, 'screens'),
  reporter: [['line'], ['json', { outputFile: join(RESULTS, 'screens.json') }]],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin', // Not the clinic's: screens show the clinic's day, wherever a browser is.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
