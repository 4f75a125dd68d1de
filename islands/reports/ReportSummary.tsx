import type { ReactNode } from 'react'
import type { Period } from '#domain/reports/period'
import { countDays } from '#domain/reports/period'
import type { sumUp } from '#domain/reports/report'
import { groupDigits, pluralize } from '#domain/text'
import { type Figure, SummaryCards } from '../ui/SummaryCards.tsx'

type Sum = ReturnType<typeof sumUp>
type Props = { period: Period; now: Sum; before: Sum; targetMinutes: number }

export function ReportSummary({ period, now, before, targetMinutes }: Props) {
  const toFigure = (title: string, value: string, note: ReactNode) => ({
    title,
    value,
    note: before.n > 0 ? note : now.waited > 0 && pluralize(now.waited, 'call'),
  })
  const toWait = (title: string, share: 'p50' | 'p90') =>
    toFigure(title, formatMinutes(now[share]), compareWaits(now[share], before[share]))
  const within = getShareWithin(now)
  const figures: Figure[] = [
    { title: 'Patients', value: groupDigits(now.n), note: comparePatients(period, now, before) },
    toWait('Median wait', 'p50'),
    toWait('9 of 10 waited at most', 'p90'),
    toFigure(
      `Within ${targetMinutes} min`,
      within === null ? '–' : `${within} %`,
      compareShares(within, getShareWithin(before)),
    ),
    {
      title: 'Missed · No-show',
      value: formatMissed(now),
      note: before.n > 0 ? `${formatMissed(before)} before` : 'none before',
    },
  ]
  return <SummaryCards cards={figures} />
}

type Share = number | null

const formatMinutes = (minutes: number | null) =>
  minutes === null ? '–' : `${groupDigits(minutes)} min`

const formatMissed = ({ missed, noShow }: Sum) => `${groupDigits(missed)} · ${groupDigits(noShow)}`

function getShareWithin({ withinTarget, waited }: Sum): Share {
  return withinTarget === null ? null : Math.round((100 * withinTarget) / waited)
}

function comparePatients(period: Period, now: Sum, before: Sum) {
  if (before.n === 0) return 'none before'
  const days = countDays(period)
  const sign = now.n < before.n ? '−' : '+'
  const span = days === 1 ? 'day' : pluralize(days, 'day')
  return `${sign}${groupDigits(Math.abs(now.n - before.n))} to the ${span} before`
}

function compareWaits(now: number | null, before: number | null) {
  if (now === null || before === null) return before !== null && `${formatMinutes(before)} before`
  if (now === before) return 'as before'
  return now > before ? (
    <span className="bad">{formatMinutes(now - before)} more</span>
  ) : (
    `${formatMinutes(before - now)} less`
  )
}

function compareShares(now: Share, before: Share) {
  if (before === null) return null
  const isWorse = now !== null && now < before
  return <span className={isWorse ? 'bad' : ''}>{before} % before</span>
}
