import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { compiledBinary } from '../../support/binary.ts'
import { killAndProve, type Round } from './kills.ts'
import { onASmallDisk } from './small-disk.ts'

/**
 * `bun run torture [--rounds n] [--quick]`: kills the compiled program with -9 in the middle of the work of
 * many desks, fills its disk, and proves every time that what was acknowledged is there. Exit 1: it is not.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { rounds: { type: 'string' }, quick: { type: 'boolean' } },
})
const isQuick = values.quick ?? false
const rounds = Number(values.rounds ?? (isQuick ? 3 : 20))
const [writes, desks] = isQuick ? [300, 4] : [2_000, 16]
const { binary } = compiledBinary()
const command = [binary]

console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${desks} desks, kill -9 ${rounds} times\n`,
)
console.log(
  '| round | acknowledged | cut off | at work | up again in | patients, calls kept | drafts | faults |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
let number = 0
const killed = await killAndProve({ rounds, writes, desks, command, tell })
const trials = (await onASmallDisk(command)) ?? []

console.log('')
for (const { what, is, faults } of trials) {
  console.log(`${what}: ${faults.length === 0 ? 'ok' : 'FAILED'}. ${is}`)
}
if (trials.length === 0) console.log('full and read-only disk: skipped, they need root on Linux')
const faults = [...killed.faults, ...trials.flatMap(trial => trial.faults)]
for (const fault of faults) console.log(`FAULT: ${fault}`)
const { ledger } = killed
console.log(
  `\n${ledger.writes} acknowledged writes, ${ledger.patients.size} patients, ${ledger.calls.length} calls, ${ledger.uploads.size + ledger.deleted.size} pictures, ${rounds} kills: ${faults.length} faults`,
)
process.exit(faults.length === 0 ? 0 : 1)

function tell({ writes, unanswered, workedMs, restartMs, proof }: Round) {
  const cells = [
    ++number,
    writes,
    unanswered,
    `${(workedMs / 1000).toFixed(1)} s`,
    `${restartMs.toFixed(0)} ms`,
    `${proof.patients}, ${proof.calls}`,
    proof.drafts,
    proof.faults.length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
