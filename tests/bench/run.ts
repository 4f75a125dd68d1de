import type { Browser } from 'playwright'
import { openBrowser } from './browser.ts'
import { type Row, saveRows } from './measurements.ts'

import { callToTv, longQueue } from './painted.ts'
import { patientsList } from './patients-list.ts'
import { type Clinic, runClinic } from './program.ts'
import { queueUsable } from './queue-usable.ts'

/** `bun run bench`: writes the table Program of docs/measurements.md. */
type Bench = (clinic: Clinic, browser: Browser) => Promise<Row[]>

const benches: Bench[] = [patientsList, queueUsable, longQueue, callToTv]
const browser = await openBrowser()
const rows: Row[] = []
for (const bench of benches) {
  const clinic = await runClinic()
  rows.push(...(await bench(clinic, browser)))
  for (const context of browser.contexts()) await context.close()
  clinic.stop()
}
saveRows('bench', rows)
process.exit(0)
