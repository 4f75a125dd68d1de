import { callToTv } from './call-to-tv.ts'
import { longQueue } from './long-queue.ts'
import { oneRoom } from './one-room.ts'
import { pageWeight } from './page-weight.ts'
import { patientsList } from './patients-list.ts'
import { printTable, type Row } from './table.ts'

/** `bun run bench`: the figures of the README, each beside something that is measured in the same run. */

const benches = [patientsList, oneRoom, pageWeight, longQueue, callToTv]
const rows: Row[] = []
for (const bench of benches) rows.push(...(await bench()))

printTable(rows)
process.exit(0)
