import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { compileBinary } from '../../support/server/compiled-binary.ts'
import { type Round, runKillRounds } from './kill-rounds.ts'
import { runSmallDiskTrials } from './small-disk.ts'

/** `bun run stress [--rounds n] [--quick]`: kills, full disks; exit 1: acknowledged data is lost. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { rounds: { type: 'string' }, quick: { type: 'boolean' } },
})
const isQuick = values.quick ?? false
const rounds = Number(values.rounds ?? (isQuick ? 3 : 20))
const [writes, desks] = isQuick ? [300, 4] : [2_000, 16]
const { binary } = compileBinary()
const command = [binary]

console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${desks} desks, kill -9 ${rounds} times\n`,
)
console.log(
  '| round | acknowledged | cut off | at work | up again in | patients, calls saved | drafts | errors |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
let number = 0
const result = await runKillRounds({ rounds, writes, desks, command, onRound: printRound })
const trials = (await runSmallDiskTrials(command)) ?? []

console.log('')
for (const { what, outcome, errors } of trials) {
  console.log(`${what}: ${errors.length === 0 ? 'ok' : 'FAILED'}. ${outcome}`)
}
if (trials.length === 0) console.log('full and read-only disk: skipped, they need root on Linux')
const errors = [...result.errors, ...trials.flatMap(trial => trial.errors)]
for (const error of errors) console.log(`ERROR: ${error}`)
const { ledger } = result
console.log(
  `\n${ledger.writes} acknowledged writes, ${ledger.patients.size} patients, ${ledger.calls.length} calls, ${ledger.uploads.size + ledger.deleted.size} pictures, ${rounds} kills: ${errors.length} errors`,
)
process.exit(errors.length === 0 ? 0 : 1)

function printRound({ writes, unanswered, workedMs, restartMs, verification }: Round) {
  const cells = [
    ++number,
    writes,
    unanswered,
    `${(workedMs / 1000).toFixed(1)} s`,
    `${restartMs.toFixed(0)} ms`,
    `${verification.patients}, ${verification.calls}`,
    verification.drafts,
    verification.errors.length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
