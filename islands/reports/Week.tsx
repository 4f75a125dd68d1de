import { listHours } from '#domain/reports/period'
import type { HeatCell } from '#domain/reports/report'
import { pluralize } from '#domain/text'
import { Choice } from '../ui/fields/Choice.tsx'
import { DARKEST, HeatMap, SHADES, WEEKDAYS } from './HeatMap.tsx'
import { ReportCard } from './ReportCard.tsx'

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
          <p className="reports__legend soft fine reports__shades" aria-hidden>
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
        <label className="reports__night">
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
