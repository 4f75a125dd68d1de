import { cpus } from 'node:os'

export type Row = { what: string; measured: string; beside: string; aim: string }

/** As the README has it. */
export function printTable(rows: Row[]) {
  const cpu = cpus()
  console.log(`\n${cpu.length} x ${cpu[0]?.model.trim()}, Bun ${Bun.version}\n`)
  console.log('| what | measured | beside | aim |')
  console.log('| --- | --- | --- | --- |')
  for (const { what, measured, beside, aim } of rows) {
    console.log(`| ${what} | ${measured} | ${beside} | ${aim} |`)
  }
}
