import { listHours } from '#domain/reports/period'
import type { HeatCell } from '#domain/reports/report'
import { pluralize } from '#domain/text'
import { Choice } from '../ui/fields/Choice.tsx'
import { ReportCard } from './cards.tsx'

/** Five shades, because users can hardly distinguish more. */
const SHADES = [0, 1, 2, 3, 4]
const DARKEST = 4

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

const getAverage = ({ row, days }: HeatCell) => Math.round(row.n / days)

/** The style sheet shows the map of the checked radio button, so no script is needed. */
export function Week({ cells }: { cells: HeatCell[] }) {
  const busiest = cells.toSorted((a, b) => b.row.n / b.days - a.row.n / a.days)[0]
  const longest = cells.toSorted((a, b) => (b.row.p50 ?? -1) - (a.row.p50 ?? -1))[0]
  const day = findDay(cells)
  const isNight = (hour: number) => day !== null && (hour < day.from || hour >= day.to)
  return (
    <ReportCard
      title="The week"
      className="reports__week"
      sentence={
        <>
          <span data-shows="come">
            Busiest: {nameSpan(busiest)}, {pluralize(busiest ? getAverage(busiest) : 0, 'patient')}{' '}
            on average.
          </span>
          <span data-shows="wait">
            {longest?.row.p50 == null
              ? 'Too few patients to say more.'
              : `Longest: ${nameSpan(longest)}, half waited ${longest.row.p50} min.`}
          </span>
        </>
      }
      aside={
        <>
          <Choice
            label="What the week shows"
            isLabelHidden
            options={[
              { value: 'come', label: 'When people come' },
              { value: 'wait', label: 'When people wait' },
            ]}
            value="come"
            onChange={() => {}}
          />
          <p className="reports__legend line soft fine reports__shades" aria-hidden>
            <span data-shows="come">few</span>
            <span data-shows="wait">short</span>
            {SHADES.map(shade => (
              <i key={shade} data-heat={shade} />
            ))}
            <span data-shows="come">many</span>
            <span data-shows="wait">long</span>
          </p>
        </>
      }
    >
      <div data-shows="come">
        <HeatMap
          title="Patients by weekday and hour, on average"
          values={cells.map(cell => ({ ...cell, value: getAverage(cell) }))}
          none="0"
          isNight={isNight}
        />
      </div>
      <div data-shows="wait">
        <HeatMap
          title="Median wait by weekday and hour, in minutes"
          values={cells.map(cell => ({ ...cell, value: cell.row.p50 }))}
          none="–"
          isNight={isNight}
        />
      </div>
      {day && (
        <label className="reports__night check small medium">
          <input type="checkbox" /> Show the night, {day.to}:00 to {day.from}:00
        </label>
      )}
    </ReportCard>
  )
}

function nameSpan({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'> = { weekday: 1, hour: 0 }) {
  return `${WEEKDAYS[weekday - 1]} ${hour} to ${hour + 1}`
}

const LONG_DAY_HOURS = 16

/** Returns the busy hours if a clinic is also open at night, or null for other clinics. */
function findDay(cells: HeatCell[]) {
  const highest = Math.max(...cells.map(getAverage))
  const busy = cells.filter(cell => getAverage(cell) > highest / DARKEST).map(({ hour }) => hour)
  const hours = listHours(cells.map(({ hour }) => hour))
  const [from, to] = [Math.min(...busy), Math.max(...busy) + 1]
  const isLong = hours.length > LONG_DAY_HOURS && to - from < hours.length
  return busy.length > 0 && isLong ? { from, to } : null
}

type HeatValue = { weekday: number; hour: number; value: number | null }

type MapProps = {
  title: string
  values: HeatValue[]
  none: string
  isNight(hour: number): boolean
}

function HeatMap({ title, values, none, isNight }: MapProps) {
  const hours = listHours(values.map(({ hour }) => hour))
  const weekdays = [...new Set(values.map(({ weekday }) => weekday))].sort()
  const highest = Math.max(1, ...values.map(({ value }) => value ?? 0))
  const cells = new Map(values.map(({ weekday, hour, value }) => [`${weekday} ${hour}`, value]))
  return (
    <table className="heat">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {hours.map(hour => (
            <th key={hour} scope="col" data-night={isNight(hour)}>
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map(weekday => (
          <tr key={weekday}>
            <th scope="row">{WEEKDAYS[weekday - 1]?.slice(0, 3)}</th>
            {hours.map(hour => {
              const value = cells.get(`${weekday} ${hour}`) ?? null
              return (
                <td
                  key={hour}
                  data-heat={Math.ceil(((value ?? 0) / highest) * DARKEST)}
                  data-night={isNight(hour)}
                >
                  {value ?? none}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
