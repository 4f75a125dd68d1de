import { compileBinary } from '../../support/server/compiled-binary.ts'
import { type Round, runKillRounds } from './kill-rounds.ts'
import { runSmallDiskTrials } from './small-disk.ts'

const ROUNDS = 20
const QUICK_ROUNDS = 3

type Options = { rounds: number | undefined; isQuick: boolean }

/** Kills and full disks; prints whether acknowledged data was lost. */
export async function runKills(
  { rounds: wanted, isQuick }: Options,
  print: (line: string) => void,
) {
  const rounds = wanted ?? (isQuick ? QUICK_ROUNDS : ROUNDS)
  const [writes, desks] = isQuick ? [300, 4] : [2_000, 16]
  const { binary } = compileBinary()
  const command = [binary]

  print(`\n${desks} desks, kill -9 ${rounds} times\n`)
  print(
    '| round | acknowledged | cut off | at work | up again in | patients, calls saved | drafts | errors |',
  )
  print('| --- | --- | --- | --- | --- | --- | --- | --- |')
  let number = 0
  const onRound = (round: Round) => print(formatRound(++number, round))
  const result = await runKillRounds({ rounds, writes, desks, command, onRound })
  const trials = (await runSmallDiskTrials(command)) ?? []

  print('')
  for (const { what, outcome, errors } of trials) {
    print(`${what}: ${errors.length === 0 ? 'ok' : 'FAILED'}. ${outcome}`)
  }
  if (trials.length === 0) print('full and read-only disk: skipped, they need root on Linux')
  const errors = [...result.errors, ...trials.flatMap(trial => trial.errors)]
  for (const error of errors) print(`WRONG: ${error}`)
  const { ledger } = result
  const pictures = ledger.uploads.size + ledger.deleted.size
  print(
    `\n${ledger.writes} acknowledged writes, ${ledger.patients.size} patients, ${ledger.calls.length} calls, ${pictures} pictures, ${rounds} kills: ${errors.length} errors`,
  )
  const acknowledged = ledger.patients.size + ledger.calls.length + pictures
  return { checks: acknowledged + trials.length, wrong: errors.length }
}

function formatRound(
  number: number,
  { writes, unanswered, workedMs, restartMs, verification }: Round,
) {
  const cells = [
    number,
    writes,
    unanswered,
    `${(workedMs / 1000).toFixed(1)} s`,
    `${restartMs.toFixed(0)} ms`,
    `${verification.patients}, ${verification.calls}`,
    verification.drafts,
    verification.errors.length,
  ]
  return `| ${cells.join(' | ')} |`
}
