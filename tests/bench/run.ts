import { callToTv } from './call-to-tv.ts'
import { longQueue } from './long-queue.ts'
import { type Row, saveRows } from './measurements.ts'
import { pageWeight } from './page-weight.ts'
import { patientsList } from './patients-list.ts'

/** `bun run bench`: writes the table Program of docs/measurements.md. */

const benches = [patientsList, pageWeight, longQueue, callToTv]
const rows: Row[] = []
for (const bench of benches) rows.push(...(await bench()))

saveRows('bench', rows)
process.exit(0)
