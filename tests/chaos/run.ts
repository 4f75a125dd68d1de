import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { buildScreens } from './build-screens.ts'
import { runDay } from './day/run-day.ts'
import { runKills } from './kills/kill-rounds.ts'

/**
 * `bun run chaos [--seed n] [--seeds n] [--minutes n] [--rounds n] [--quick] [--only day|kills]`;
 * exit 1: a view, a row or a file is wrong.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const { only } = values
if (only !== undefined && only !== 'day' && only !== 'kills') {
  throw new Error('--only must be day or kills')
}
buildScreens()
const isQuick = values.quick ?? false
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const rounds = values.rounds === undefined ? undefined : Number(values.rounds)

console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Bun ${Bun.version}`)
const results: { checks: number; wrong: number }[] = []
if (only !== 'kills') {
  for (let n = 0; n < Number(values.seeds ?? 1); n++) {
    results.push(await runDay({ seed: firstSeed + n, minutes, isQuick }, console.log))
  }
}
if (only !== 'day') results.push(await runKills({ seed: firstSeed, rounds, isQuick }, console.log))

const sum = (part: 'checks' | 'wrong') => results.reduce((all, result) => all + result[part], 0)
console.log(`\nchaos: ${sum('checks')} checks, ${sum('wrong')} wrong`)
process.exit(sum('wrong') === 0 ? 0 : 1)
