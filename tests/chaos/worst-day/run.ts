import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { liveWorstDay } from './day.ts'

/**
 * `bun run worst-day [--seed n] [--minutes n] [--quick]`: an hour of a clinic's calls in ten minutes, while
 * all goes wrong that can. In the evening every screen, TV and row has to tell the same. Exit 1: it does not.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string' }, minutes: { type: 'string' }, quick: { type: 'boolean' } },
})
const isQuick = values.quick ?? false
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
const minutes = isQuick ? 0.5 : Number(values.minutes ?? 10)
const patients = isQuick ? 40 : Math.round(minutes * 30)
/** So much faster than on the wall an overlay passes: the hour's calls have to fit. */
const hurry = isQuick ? 20 : 6

console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Bun ${Bun.version}`)
console.log(`seed ${seed}: ${patients} patients, 6 desks and 3 TVs in ${minutes} minutes\n`)
const day = await liveWorstDay({ seed, patients, dayMs: minutes * 60_000, hurry }, console.log)

const { checks, silent, ledger } = day
console.log('\n| who | checks | wrong | calls shown silently |')
console.log('| --- | --- | --- | --- |')
for (const [who, those] of Map.groupBy(checks, ({ about }) => about)) {
  const wrong = those.filter(({ fault }) => fault !== null)
  console.log(`| ${who} | ${those.length} | ${wrong.length} | ${silent.get(who) ?? ''} |`)
}
const faults = checks.flatMap(({ fault }) => fault ?? [])
for (const fault of faults) console.log(`WRONG: ${fault}`)
console.log(
  `\n${day.patients} patients, ${day.calls} calls, ${ledger.writes} writes acknowledged, ${ledger.refused} refused (${day.metFullDisk} for the full disk)`,
)
console.log(`worst day: ${checks.length} checks, ${faults.length} wrong`)
process.exit(faults.length === 0 ? 0 : 1)
