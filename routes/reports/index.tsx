import type { ReactNode } from 'react'
import {
  groupDays,
  type HeatCell,
  type ReportRow,
  type RoomUse,
  sumRooms,
  sumUp,
  toHeatMap,
} from '#domain/reports/report'
import { pluralize } from '#domain/text'
import { DAY_MS, formatShortDay, isDay } from '#domain/time'
import {
  addDays,
  getReportSettings,
  getToday,
  mayReadReports,
  type Period,
  readReportDays,
} from '../../server/queries/reports.ts'
import { BarChart } from '../../server/render/charts/BarChart.tsx'
import { HeatMap, WEEKDAYS } from '../../server/render/charts/HeatMap.tsx'
import { RoomBars } from '../../server/render/charts/RoomBars.tsx'
import type { Page } from '../page.ts'
import { PeriodForm } from './PeriodForm.tsx'
import { ReportSummary } from './ReportSummary.tsx'

export const reports: Page = {
  path: '/reports',
  title: 'Reports',
  sheet: 'islands/reports/reports.css',
  isAllowed: ({ app, user }) => mayReadReports(app, user),
  async render({ app, query }) {
    const today = getToday(app)
    const period = readPeriod(query, today)
    const { targetMinutes, clinicName } = await getReportSettings(app)
    const [days, before] = await Promise.all([
      readReportDays(app, period),
      readReportDays(app, getPeriodBefore(period)),
    ])
    const [now, earlier] = [sumUp(days, targetMinutes), sumUp(before, targetMinutes)]
    const unit = getUnit(period)
    const hours = groupDays(days, 'hour', targetMinutes)
    const perUnit = unit === 'hour' ? hours : groupDays(days, unit, targetMinutes)
    const heat = toHeatMap(days, targetMinutes)
    return (
      <div className="reports">
        <header className="page-head">
          <h1 className="page-head__title">Reports</h1>
          <p className="reports__of">
            {clinicName}, {period.from} to {period.to}
          </p>
        </header>
        <PeriodForm period={period} today={today} visits={now.n} />
        <ReportSummary now={now} before={earlier} targetMinutes={targetMinutes} />
        {now.n === 0 ? (
          <p className="frame reports__card">No patients were registered in this period.</p>
        ) : (
          <div className="reports__pictures">
            <WaitingByHour rows={hours} targetMinutes={targetMinutes} />
            <WhenPeopleCome cells={heat} />
            <PatientsPer rows={perUnit} unit={unit} />
            <WaitingByWeekday cells={heat} />
            <Rooms rooms={sumRooms(days)} />
          </div>
        )}
        <HowCounted targetMinutes={targetMinutes} />
      </div>
    )
  },
}

const MOST_DAYS = 92

function readPeriod(query: (name: string) => string | undefined, today: string): Period {
  const [from = '', to = ''] = [query('from'), query('to')]
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  return { from: addDays(today, -6), to: today }
}

/** As many days, just before. */
function getPeriodBefore({ from, to }: Period): Period {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

type PictureProps = { title: string; sentence: string; children: ReactNode; numbers: ReactNode }

function Picture({ title, sentence, children, numbers }: PictureProps) {
  return (
    <section className="frame reports__card">
      <h2 className="reports__title">{title}</h2>
      <p className="soft">{sentence}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it on a phone */}
      <section className="reports__chart" aria-label={`Picture: ${title}`} tabIndex={0}>
        {children}
      </section>
      <details>
        <summary>Show numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <section className="reports__numbers" aria-label={`Numbers: ${title}`} tabIndex={0}>
          {numbers}
        </section>
      </details>
    </section>
  )
}

function Table({ head, rows }: { head: string[]; rows: (string | number | null)[][] }) {
  return (
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
  )
}

const WAIT_COLUMNS = ['Patients', 'Half wait less than', '9 of 10 less than', 'Longest']
const toWaits = ({ n, p50, p90, max }: ReportRow) => [n, p50, p90, max]

function WaitingByHour({ rows, targetMinutes }: { rows: ReportRow[]; targetMinutes: number }) {
  const longest = rows.toSorted((a, b) => (b.p50 ?? -1) - (a.p50 ?? -1))[0]
  const sentence =
    longest?.p50 == null
      ? 'Too few patients to say more.'
      : `Longest from ${longest.key} to ${Number(longest.key) + 1}: half wait ${longest.p50} min, 9 of 10 less than ${longest.p90} min.`
  return (
    <Picture
      title="Waiting by hour"
      sentence={sentence}
      numbers={
        <Table
          head={['Hour', ...WAIT_COLUMNS]}
          rows={rows.map(row => [row.key, ...toWaits(row)])}
        />
      }
    >
      <BarChart
        title="Waiting by hour of registration, in minutes: the median, and 9 of 10"
        unit="min"
        line={targetMinutes}
        bars={rows.map(({ key, p50, p90 }) => ({ label: key, value: p50, upTo: p90 }))}
      />
    </Picture>
  )
}

const toAverage = ({ weekday, hour, row, days }: HeatCell) => ({
  weekday,
  hour,
  value: Math.round(row.n / days),
})
const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function WhenPeopleCome({ cells }: { cells: HeatCell[] }) {
  const busiest = cells.toSorted((a, b) => b.row.n / b.days - a.row.n / a.days)[0]
  const { weekday = 1, hour = 0 } = busiest ?? {}
  const average = busiest ? toAverage(busiest).value : 0
  return (
    <Picture
      title="When people come"
      sentence={`Busiest: ${WEEKDAY_NAMES[weekday - 1]} ${hour} to ${hour + 1}, ${pluralize(average, 'patient')} on average.`}
      numbers={
        <Table
          head={['Weekday and hour', 'Patients', 'Days']}
          rows={sortCells(cells).map(cell => [nameCell(cell), cell.row.n, cell.days])}
        />
      }
    >
      <HeatMap title="Patients by weekday and hour, on average" values={cells.map(toAverage)} />
    </Picture>
  )
}

function WaitingByWeekday({ cells }: { cells: HeatCell[] }) {
  const longest = cells.toSorted((a, b) => (b.row.p50 ?? -1) - (a.row.p50 ?? -1))[0]
  const sentence =
    longest?.row.p50 == null
      ? 'Too few patients to say more.'
      : `Longest: ${WEEKDAY_NAMES[longest.weekday - 1]} ${longest.hour} to ${longest.hour + 1}, half wait ${longest.row.p50} min.`
  return (
    <Picture
      title="When people wait"
      sentence={sentence}
      numbers={
        <Table
          head={['Weekday and hour', ...WAIT_COLUMNS]}
          rows={sortCells(cells).map(cell => [nameCell(cell), ...toWaits(cell.row)])}
        />
      }
    >
      <HeatMap
        title="Median wait by weekday and hour, in minutes"
        values={cells.map(({ weekday, hour, row }) => ({ weekday, hour, value: row.p50 }))}
      />
    </Picture>
  )
}

function sortCells(cells: HeatCell[]) {
  return cells.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

function nameCell({ weekday, hour }: HeatCell) {
  return `${WEEKDAYS[weekday - 1]} ${hour}`
}

type Unit = 'hour' | 'day' | 'month'

/** More bars than days of a quarter could not be told apart. */
function getUnit({ from, to }: Period): Unit {
  if (from === to) return 'hour'
  return addDays(from, MOST_DAYS) > to ? 'day' : 'month'
}

const TITLES = { hour: 'Patients an hour', day: 'Patients a day', month: 'Patients a month' }
const HEADS = { hour: 'Hour', day: 'Day', month: 'Month' }

function PatientsPer({ rows, unit }: { rows: ReportRow[]; unit: Unit }) {
  const most = rows.toSorted((a, b) => b.n - a.n)[0]
  const mean = Math.round(rows.reduce((sum, { n }) => sum + n, 0) / Math.max(1, rows.length))
  return (
    <Picture
      title={TITLES[unit]}
      sentence={`${mean} on average; most: ${most?.n ?? 0} (${most ? formatKey(most.key, unit) : ''}).`}
      numbers={
        <Table
          head={[HEADS[unit], 'Patients', 'Missed', 'No-show']}
          rows={rows.map(({ key, n, missed, noShow }) => [formatKey(key, unit), n, missed, noShow])}
        />
      }
    >
      <BarChart
        title={`Patients each ${unit}`}
        unit=""
        bars={rows.map(({ key, n }) => ({ label: formatKey(key, unit), value: n }))}
      />
    </Picture>
  )
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function formatKey(key: string, unit: Unit) {
  if (unit === 'hour') return key
  return unit === 'day' ? formatShortDay(key) : MONTH.format(new Date(key))
}

function Rooms({ rooms }: { rooms: RoomUse[] }) {
  return (
    <Picture
      title="Rooms"
      sentence="Patients, and median minutes with each."
      numbers={
        <Table
          head={['Room', 'Patients', 'Minutes']}
          rows={rooms.map(({ room, patients, minutes }) => [room, patients, minutes])}
        />
      }
    >
      <RoomBars
        title="Patients of each room, and the median minutes with each"
        bars={rooms.map(({ room, patients, minutes }) => ({
          label: room,
          value: patients,
          note: minutes === null ? `${patients}` : `${patients} · ${minutes} min`,
        }))}
      />
    </Picture>
  )
}

function HowCounted({ targetMinutes }: { targetMinutes: number }) {
  return (
    <details className="frame reports__card">
      <summary>How this is counted</summary>
      <ul className="reports__definitions">
        <li>A patient counts on the clinic's day and in the hour of the registration.</li>
        <li>A wait lasts from the registration until the first call, in whole minutes.</li>
        <li>Within the target: called after at most {targetMinutes} min (Settings, Queue).</li>
        <li>
          Minutes with a patient last from a call until the next step: a test, the dispensary,
          another room, or the end. Time on hold is not counted, nor a call that was missed.
        </li>
        <li>
          The dispensary counts by itself: its wait begins when a room sends the patient there.
        </li>
        <li>A step that was undone counts for nothing, and so does a patient who was deleted.</li>
        <li>With fewer than five cases only their number is shown.</li>
        <li>"9 of 10" means that nine of ten patients waited that long or shorter.</li>
      </ul>
    </details>
  )
}
