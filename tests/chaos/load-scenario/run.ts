import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { runLoadScenario } from './scenario.ts'

/** `bun run load-scenario [--seed n] [--minutes n] [--quick]`; exit 1: a view or a row is wrong. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string' }, minutes: { type: 'string' }, quick: { type: 'boolean' } },
})
const isQuick = values.quick ?? false
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
const minutes = isQuick ? 0.5 : Number(values.minutes ?? 10)
const patients = isQuick ? 40 : Math.round(minutes * 30)
/** The overlays' speedup, so that an hour's calls fit. */
const speedup = isQuick ? 20 : 6

console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Bun ${Bun.version}`)
console.log(`seed ${seed}: ${patients} patients, 6 desks and 3 TVs in ${minutes} minutes\n`)
const result = await runLoadScenario(
  { seed, patients, dayMs: minutes * 60_000, speedup },
  console.log,
)

const { checks, silent, ledger } = result
console.log('\n| who | checks | wrong | calls shown silently |')
console.log('| --- | --- | --- | --- |')
for (const [subject, subjectChecks] of Map.groupBy(checks, ({ about }) => about)) {
  const wrong = subjectChecks.filter(({ error }) => error !== null)
  console.log(
    `| ${subject} | ${subjectChecks.length} | ${wrong.length} | ${silent.get(subject) ?? ''} |`,
  )
}
const errors = checks.flatMap(({ error }) => error ?? [])
for (const error of errors) console.log(`WRONG: ${error}`)
console.log(
  `\n${result.patients} patients, ${result.calls} calls, ${ledger.writes} writes acknowledged, ${ledger.refused} refused (${result.fullDiskCount} for the full disk)`,
)
console.log(`load scenario: ${checks.length} checks, ${errors.length} wrong`)
process.exit(errors.length === 0 ? 0 : 1)
