import type { ReactNode } from 'react'
import type { HeatCell, ReportRow, RoomUse } from '#domain/reports/report'
import { pluralize } from '#domain/text'
import { formatShortDay, formatShortMonth } from '#domain/time'
import { BarChart } from '../../server/render/charts/BarChart.tsx'
import { HeatMap, WEEKDAYS } from '../../server/render/charts/HeatMap.tsx'
import { RoomBars } from '../../server/render/charts/RoomBars.tsx'

type PictureProps = {
  title: string
  sentence: string
  head: string[]
  rows: (string | number | null)[][]
  children: ReactNode
}

function Picture({ title, sentence, head, rows, children }: PictureProps) {
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
    </section>
  )
}

const TOO_FEW = 'Too few patients to say more.'
const WAIT_COLUMNS = ['Patients', 'Half wait less than', '9 of 10 less than', 'Longest']
const toWaits = ({ n, p50, p90, max }: ReportRow) => [n, p50, p90, max]

export function WaitingByHour({
  rows,
  targetMinutes,
}: {
  rows: ReportRow[]
  targetMinutes: number
}) {
  const longest = rows.toSorted((a, b) => (b.p50 ?? -1) - (a.p50 ?? -1))[0]
  return (
    <Picture
      title="Waiting by hour"
      sentence={
        longest?.p50 == null
          ? TOO_FEW
          : `Longest from ${longest.key} to ${Number(longest.key) + 1}: half wait ${longest.p50} min, 9 of 10 less than ${longest.p90} min.`
      }
      head={['Hour', ...WAIT_COLUMNS]}
      rows={rows.map(row => [row.key, ...toWaits(row)])}
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

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const getAverage = ({ row, days }: HeatCell) => Math.round(row.n / days)

export function WhenPeopleCome({ cells }: { cells: HeatCell[] }) {
  const busiest = cells.toSorted((a, b) => b.row.n / b.days - a.row.n / a.days)[0]
  return (
    <Picture
      title="When people come"
      sentence={`Busiest: ${nameSpan(busiest)}, ${pluralize(busiest ? getAverage(busiest) : 0, 'patient')} on average.`}
      head={['Weekday and hour', 'Patients', 'Days']}
      rows={sortCells(cells).map(cell => [nameCell(cell), cell.row.n, cell.days])}
    >
      <HeatMap
        title="Patients by weekday and hour, on average"
        values={cells.map(cell => ({ ...cell, value: getAverage(cell) }))}
      />
    </Picture>
  )
}

export function WhenPeopleWait({ cells }: { cells: HeatCell[] }) {
  const longest = cells.toSorted((a, b) => (b.row.p50 ?? -1) - (a.row.p50 ?? -1))[0]
  return (
    <Picture
      title="When people wait"
      sentence={
        longest?.row.p50 == null
          ? TOO_FEW
          : `Longest: ${nameSpan(longest)}, half wait ${longest.row.p50} min.`
      }
      head={['Weekday and hour', ...WAIT_COLUMNS]}
      rows={sortCells(cells).map(cell => [nameCell(cell), ...toWaits(cell.row)])}
    >
      <HeatMap
        title="Median wait by weekday and hour, in minutes"
        values={cells.map(cell => ({ ...cell, value: cell.row.p50 }))}
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

function nameSpan({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'> = { weekday: 1, hour: 0 }) {
  return `${WEEKDAY_NAMES[weekday - 1]} ${hour} to ${hour + 1}`
}

const HEADS = { hour: 'Hour', day: 'Day', month: 'Month' }
export type Unit = keyof typeof HEADS

export function PatientsPer({ rows, unit }: { rows: ReportRow[]; unit: Unit }) {
  const most = rows.toSorted((a, b) => b.n - a.n)[0]
  const mean = Math.round(rows.reduce((sum, { n }) => sum + n, 0) / Math.max(1, rows.length))
  return (
    <Picture
      title={unit === 'hour' ? 'Patients an hour' : `Patients a ${unit}`}
      sentence={`${mean} on average; most: ${most?.n ?? 0} (${most ? formatKey(most.key, unit) : ''}).`}
      head={[HEADS[unit], 'Patients', 'Missed', 'No-show']}
      rows={rows.map(({ key, n, missed, noShow }) => [formatKey(key, unit), n, missed, noShow])}
    >
      <BarChart
        title={`Patients each ${unit}`}
        unit=""
        bars={rows.map(({ key, n }) => ({ label: formatKey(key, unit), value: n }))}
      />
    </Picture>
  )
}

function formatKey(key: string, unit: Unit) {
  if (unit === 'hour') return key
  return unit === 'day' ? formatShortDay(key) : formatShortMonth(key)
}

export function Rooms({ rooms }: { rooms: RoomUse[] }) {
  return (
    <Picture
      title="Rooms"
      sentence="Patients, and median minutes with each."
      head={['Room', 'Patients', 'Minutes']}
      rows={rooms.map(({ room, patients, minutes }) => [room, patients, minutes])}
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
