import { cpus } from 'node:os'
import { callToTv } from './call-to-tv.ts'
import { longQueue } from './long-queue.ts'
import { oneRoom } from './one-room.ts'
import { pageWeight } from './page-weight.ts'
import { patientsList } from './patients-list.ts'

/** `bun run bench`: the figures of the README, each beside something that is measured in the same run. */
export type Row = { what: string; measured: string; beside: string; aim: string }

const benches = [patientsList, oneRoom, pageWeight, longQueue, callToTv]
const rows: Row[] = []
for (const bench of benches) rows.push(...(await bench()))

const cpu = cpus()
console.log(`\n${cpu.length} x ${cpu[0]?.model.trim()}, Bun ${Bun.version}\n`)
console.log('| what | measured | beside | aim |')
console.log('| --- | --- | --- | --- |')
for (const { what, measured, beside, aim } of rows) {
  console.log(`| ${what} | ${measured} | ${beside} | ${aim} |`)
}
process.exit(0)
