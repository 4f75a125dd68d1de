import { parseArgs } from 'node:util'
import { runDay } from './day/run-day.ts'
import { runKills } from './kills/kill-rounds.ts'

/**
 * `bun run chaos [--seed n] [--seeds n] [--minutes n] [--rounds n] [--quick] [--only day|kills]`;
 * exit 1: a view, a row or a file is wrong.
 */
const number = { type: 'string' } as const
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    ...{ seed: number, seeds: number, minutes: number, rounds: number },
    ...{ quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  },
})
const { only, quick: isQuick } = values
if (!['', 'day', 'kills'].includes(only)) throw new Error('--only must be day or kills')
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const results: { checks: number; wrong: number }[] = []
for (let n = 0; only !== 'kills' && n < Number(values.seeds ?? 1); n++) {
  const minutes = toNumber(values.minutes)
  results.push(await runDay({ seed: seed + n, minutes, isQuick }, console.log))
}
if (only !== 'day') {
  const rounds = toNumber(values.rounds)
  results.push(await runKills({ seed, rounds, isQuick }, console.log))
}
const sum = (part: 'checks' | 'wrong') => results.reduce((all, result) => all + result[part], 0)
console.log(`\nchaos: ${sum('checks')} checks, ${sum('wrong')} wrong`)
process.exit(sum('wrong') === 0 ? 0 : 1)
