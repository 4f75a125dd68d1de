import type { sumUp } from '#domain/reports/report'
import { groupDigits } from '#domain/text'

type Sum = ReturnType<typeof sumUp>
type Props = { now: Sum; before: Sum; targetMinutes: number }
type Figure = { title: string; value: string; note: string; isWorse?: boolean }

export function ReportSummary(props: Props) {
  return (
    <ul className="summary-cards reports__figures">
      {toFigures(props).map(({ title, value, note, isWorse = false }) => (
        <li key={title} className="summary-card frame">
          <h2 className="summary-card__title">{title}</h2>
          <strong className="summary-card__value">{value}</strong>
          <span className={isWorse ? 'reports__worse' : 'soft'}>{note}</span>
        </li>
      ))}
    </ul>
  )
}

function toFigures({ now, before, targetMinutes }: Props): Figure[] {
  const share = (count: number | null, of: number) =>
    count === null || of === 0 ? null : Math.round((100 * count) / of)
  const [within, withinBefore] = [
    share(now.withinTarget, now.waited),
    share(before.withinTarget, before.waited),
  ]
  return [
    { title: 'Patients', value: groupDigits(now.n), note: `${before.n} before` },
    toWait('Median wait', now.p50, before.p50),
    toWait('9 of 10 waited at most', now.p90, before.p90),
    toWait('Longest wait', now.max, before.max),
    {
      title: `Within ${targetMinutes} min`,
      value: within === null ? '–' : `${within} %`,
      note: withinBefore === null ? 'none before' : `${withinBefore} % before`,
      isWorse: within !== null && withinBefore !== null && within < withinBefore,
    },
    { title: 'Missed calls', value: `${now.missed}`, note: `${before.missed} before` },
    { title: 'No-show', value: `${now.noShow}`, note: `${before.noShow} before` },
  ]
}

function toWait(title: string, now: number | null, before: number | null): Figure {
  return {
    title,
    value: now === null ? '–' : `${now} min`,
    note: before === null ? 'none before' : `${before} min before`,
    isWorse: now !== null && before !== null && now > before,
  }
}
