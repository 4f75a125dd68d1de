const CELL = { width: 40, height: 32, gap: 3 }
const LEFT = 40
const BOTTOM = 22
const STEPS = 6

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type HeatValue = { weekday: number; hour: number; value: number | null }

export function HeatMap({ title, values }: { title: string; values: HeatValue[] }) {
  const hours = values.map(({ hour }) => hour)
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  const weekdays = [...new Set(values.map(({ weekday }) => weekday))].sort()
  const highest = Math.max(1, ...values.map(({ value }) => value ?? 0))
  const width = LEFT + (last - first + 1) * CELL.width
  const height = weekdays.length * CELL.height + BOTTOM
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {weekdays.map((weekday, row) => (
        <text key={weekday} className="chart__tick" x={0} y={row * CELL.height + 20}>
          {WEEKDAYS[weekday - 1]}
        </text>
      ))}
      {values.map(({ weekday, hour, value }) => {
        const [x, y] = [LEFT + (hour - first) * CELL.width, weekdays.indexOf(weekday) * CELL.height]
        const step = value === null ? 0 : Math.ceil((value / highest) * STEPS)
        return (
          <g key={`${weekday} ${hour}`} data-heat={step}>
            <rect
              className="chart__cell"
              x={x}
              y={y}
              width={CELL.width - CELL.gap}
              height={CELL.height - CELL.gap}
              rx={4}
            />
            <text
              className="chart__number"
              x={x + (CELL.width - CELL.gap) / 2}
              y={y + 19}
              textAnchor="middle"
            >
              {value ?? '–'}
            </text>
          </g>
        )
      })}
      {listHours(first, last).map(hour => (
        <text
          key={hour}
          className="chart__tick"
          x={LEFT + (hour - first) * CELL.width + (CELL.width - CELL.gap) / 2}
          y={height - 6}
          textAnchor="middle"
        >
          {hour}
        </text>
      ))}
    </svg>
  )
}

function listHours(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
