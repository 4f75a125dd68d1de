import { saveRows } from '../measurements.ts'
import { tvAwake } from './tv-awake.ts'
import { tvHours } from './tv-hours.ts'
import { tvMinute } from './tv-minute.ts'

/**
 * `bun run bench:tv`: what the display costs a TV, in the installed Chromium and in 68 where
 * that was fetched. `--quick` measures 15 s instead of a minute, and fewer calls.
 */
const isQuick = process.argv.includes('--quick')
const consoleErrors: string[] = []

const rows = [
  ...(await tvAwake()),
  ...(await tvMinute(isQuick ? 15_000 : 60_000, consoleErrors)),
  ...(await tvHours(isQuick ? 200 : 2_000, consoleErrors)),
]
rows.push({
  what: "TV's exceptions, console errors and failed requests",
  measured: String(consoleErrors.length),
  beside: 'in all that is measured here',
  aim: '0',
})
saveRows('tv', rows)
for (const consoleError of consoleErrors) console.log(consoleError)
process.exit(0)
