import { labelAxis, listAxisKeys, type Period, type Unit } from '#domain/reports/period'
import type { ReportRow } from '#domain/reports/report'
import { groupDigits, pluralize } from '#domain/text'
import { formatShortDay, formatShortMonth } from '#domain/time'
import { BarChart } from './BarChart.tsx'
import { ReportCard } from './cards.tsx'

type Axis = { unit: Unit; period: Period; today: string }
type ChartProps = { rows: ReportRow[]; axis: Axis }

/** Minimum number of hours in today's chart, so that the coming hours have space. */
const HOURS_OF_TODAY = 12

function listBars<T>({ rows, axis }: ChartProps, toBar: (row: ReportRow) => T) {
  const { unit, period, today } = axis
  const byKey = new Map(rows.map(row => [row.key, row]))
  const minHours = period.from === today ? HOURS_OF_TODAY : 1
  const keys = listAxisKeys([...byKey.keys()], { unit, ...period, minHours })
  const labels = labelAxis(keys, unit, today)
  return keys.map((key, index) => {
    const row = byKey.get(key)
    return { key, label: labels[index] ?? null, value: null, ...(row && toBar(row)) }
  })
}

export function WaitingByHour({
  targetMinutes,
  isFirstDay,
  ...chart
}: ChartProps & { targetMinutes: number; isFirstDay: boolean }) {
  const { rows } = chart
  const longest = rows.toSorted((a, b) => (b.p50 ?? -1) - (a.p50 ?? -1))[0]
  const sentence =
    longest?.p50 == null
      ? 'Too few patients to say more.'
      : `Longest from ${longest.key} to ${Number(longest.key) + 1}: half waited ${longest.p50} min, 9 of 10 at most ${longest.p90}.`
  return (
    <ReportCard
      title="Waiting by hour"
      sentence={
        isFirstDay
          ? `${pluralize(countHours(rows), 'hour')} so far. Each hour appears when it has 5 calls.`
          : sentence
      }
      aside={
        <ul className="reports__legend row soft fine">
          <li className="line">
            <Swatch className="bars__value" /> half waited up to
          </li>
          <li className="line">
            <Swatch className="bars__upper" /> 9 of 10 at most
          </li>
        </ul>
      }
    >
      <BarChart
        title="Waiting by hour of registration, in minutes: the median, and 9 of 10"
        targetMinutes={targetMinutes}
        bars={listBars(chart, ({ p50, p90 }) => ({ value: p50, upTo: p90 }))}
      />
      <Numbers
        title="Waiting by hour"
        head={['Hour', 'Patients', 'Half waited at most', '9 of 10 at most', 'Longest']}
        rows={rows.map(({ key, n, p50, p90, max }) => [key, n, p50, p90, max])}
      />
    </ReportCard>
  )
}

export const countHours = (rows: ReportRow[]) => rows.filter(({ p50 }) => p50 !== null).length

function Swatch({ className }: { className: string }) {
  return (
    <svg width={12} height={12} aria-hidden>
      <rect className={className} width={12} height={12} rx={3} />
    </svg>
  )
}

const HEADS = { hour: 'Hour', day: 'Day', month: 'Month' }

export function PatientsPer(chart: ChartProps) {
  const { rows, axis } = chart
  const title = axis.unit === 'hour' ? 'Patients an hour' : `Patients a ${axis.unit}`
  const format = (key: string) => formatKey(key, axis.unit)
  const most = rows.toSorted((a, b) => b.n - a.n)[0]
  const mean = Math.round(rows.reduce((sum, { n }) => sum + n, 0) / Math.max(1, rows.length))
  return (
    <ReportCard
      title={title}
      sentence={`${groupDigits(mean)} on average; most: ${groupDigits(most?.n ?? 0)} (${format(most?.key ?? '')}).`}
    >
      <BarChart
        title={`Patients each ${axis.unit}`}
        bars={listBars(chart, ({ key, n }) => ({ value: n, isOpen: key === axis.today }))}
      />
      <Numbers
        title={title}
        head={[HEADS[axis.unit], 'Patients', 'Missed', 'No-show']}
        rows={rows.map(({ key, n, missed, noShow }) => [format(key), n, missed, noShow])}
      />
    </ReportCard>
  )
}

function formatKey(key: string, unit: Unit) {
  if (unit === 'hour') return `${key}:00`
  return unit === 'day' ? formatShortDay(key) : formatShortMonth(key)
}

type NumbersProps = { title: string; head: string[]; rows: (string | number | null)[][] }

function Numbers({ title, head, rows }: NumbersProps) {
  return (
    <details className="reports__more">
      <summary className="line small medium">Show numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="reports__numbers" aria-label={`Numbers: ${title}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{cell ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
