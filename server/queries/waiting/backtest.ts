import { getCoverage, getQuantile, type Judged } from '#domain/queue/estimates'
import { type App, getCurrentDays } from '../../context.ts'
import { replayPastDays } from './estimates.ts'

const DAYS = 30
const HEADER = ['day', 'forecasts', 'inside', 'longer', 'median width']

/** How the waiting ranges would have come out on the clinic's last 30 days, as a table. */
export async function backtest(app: App): Promise<string> {
  const rows: string[][] = []
  const all: Judged[] = []
  for await (const { day, replays } of replayPastDays(app, getCurrentDays(app).today, DAYS)) {
    const judged = [...replays.values()].flatMap(one => one.judged)
    rows.push(toRow(day, judged))
    all.push(...judged)
  }
  if (all.length === 0) return 'No forecast can be judged yet: too few calls in the last 30 days.'
  return formatTable([HEADER, ...rows, toRow('all', all)])
}

function toRow(name: string, judged: Judged[]) {
  const { count, inside, longer } = getCoverage(judged)
  if (count === 0) return [name, '0', '', '', '']
  const percent = (part: number) => `${Math.round((100 * part) / count)} %`
  const widths = judged.map(({ range }) => range.high - range.low)
  return [name, `${count}`, percent(inside), percent(longer), `${getQuantile(widths, 0.5)} min`]
}

function formatTable(rows: string[][]) {
  const widths = HEADER.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
