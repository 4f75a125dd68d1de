import { runScenario } from './scenario.ts'

const QUICK_MINUTES = 0.9
const QUICK_PATIENTS = 44
const MINUTES = 10
const PATIENTS_A_MINUTE = 30

type Options = { seed: number; minutes: number | undefined; isQuick: boolean }

/** Runs a seed's day and prints what was wrong with it. */
export async function runDay(
  { seed, minutes: wanted, isQuick }: Options,
  print: (line: string) => void,
) {
  const minutes = wanted ?? (isQuick ? QUICK_MINUTES : MINUTES)
  const patients = isQuick ? QUICK_PATIENTS : Math.round(minutes * PATIENTS_A_MINUTE)
  /** The overlays' speedup, so that an hour's calls fit. */
  const speedup = isQuick ? 20 : 6
  print(`\nseed ${seed}: ${patients} patients, 6 desks and 3 TVs in ${minutes} minutes\n`)
  const result = await runScenario({ seed, patients, dayMs: minutes * 60_000, speedup }, print)

  const { checks, silent, ledger } = result
  print('\n| who | checks | wrong | calls shown silently |')
  print('| --- | --- | --- | --- |')
  for (const [subject, subjectChecks] of Map.groupBy(checks, ({ about }) => about)) {
    const wrong = subjectChecks.filter(({ error }) => error !== null)
    const cells = [subject, subjectChecks.length, wrong.length, silent.get(subject) ?? '']
    print(`| ${cells.join(' | ')} |`)
  }
  const errors = checks.flatMap(({ error }) => error ?? [])
  for (const error of errors) print(`WRONG: ${error}`)
  print(
    `\n${result.patients} patients, ${result.calls} calls, ${ledger.writes} writes acknowledged, ${ledger.refused} refused (${result.refusedCounts.get(507) ?? 0} for the full disk, ${result.refusedCounts.get(408) ?? 0} too late), ${result.unsureCount} of which a desk was not sure`,
  )
  print(`seed ${seed}: ${checks.length} checks, ${errors.length} wrong`)
  return { checks: checks.length, wrong: errors.length }
}
