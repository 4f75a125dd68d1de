import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { mountSmallDisk } from '../../support/files/small-disk.ts'
import { compileBinary } from '../../support/server/compiled-binary.ts'
import { type Round, runKillRounds } from './kill-rounds.ts'

const ROUNDS = 20
const QUICK_ROUNDS = 3
const SMALL_DISK_MB = 8
const COLUMNS = [
  ...['round', 'acknowledged', 'cut off', 'at work', 'up again in'],
  ...['patients, calls saved', 'errors'],
]

type Options = { rounds: number | undefined; isQuick: boolean }

export async function runKills(
  { rounds: wanted, isQuick }: Options,
  print: (line: string) => void,
) {
  const rounds = wanted ?? (isQuick ? QUICK_ROUNDS : ROUNDS)
  const [writes, desks] = isQuick ? [300, 4] : [2_000, 16]
  const command = [compileBinary().binary]

  print(`\n${desks} desks, kill -9 ${rounds} times\n`)
  print(formatHeader(COLUMNS))
  const onRound = (round: Round) => print(formatRound(round))
  const { errors, memory } = await runKillRounds({ rounds, writes, desks, command, onRound })
  print('')
  errors.push(...(await runOnFullDisk(command, print)))
  for (const error of errors) print(`WRONG: ${error}`)
  const [patients, calls] = [memory.patients.size, memory.calls.length]
  const pictures = memory.uploads.size + memory.deleted.size
  const saved = `${patients} patients, ${calls} calls, ${pictures} pictures`
  print(
    `\n${memory.writes} acknowledged writes, ${saved}, ${rounds} kills: ${errors.length} errors`,
  )
  return { checks: patients + calls + pictures, wrong: errors.length }
}

/** The same on a small disk that is full at each kill and at the start after it. */
async function runOnFullDisk(command: string[], print: (line: string) => void) {
  const disk = mountSmallDisk(SMALL_DISK_MB)
  if (!disk) {
    print('full disk: skipped, it needs root on Linux')
    return []
  }
  const options = { rounds: 2, writes: 200, desks: 4, command, disk }
  const { memory, errors } = await runKillRounds(options).finally(() => disk.remove())
  const counts = `${memory.writes} writes saved, ${memory.refused} refused`
  print(`full disk, twice; killed and started on it: ${counts}`)
  return errors
}

function formatRound({ round, writes, unanswered, workedMs, restartMs, saved }: Round) {
  const times = [`${(workedMs / 1000).toFixed(1)} s`, `${restartMs.toFixed(0)} ms`]
  const rows = `${saved.patients}, ${saved.calls}`
  return formatRow([round, writes, unanswered, ...times, rows, saved.errors.length])
}
