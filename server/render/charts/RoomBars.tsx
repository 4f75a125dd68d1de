import { scaleLinear } from 'd3-scale'

const WIDTH = 560
const ROW = 40
const LABEL = 170
const NUMBERS = 110

type RoomBar = { label: string; value: number; note: string }

export function RoomBars({ title, bars }: { title: string; bars: RoomBar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const x = scaleLinear([0, highest], [0, WIDTH - LABEL - NUMBERS])
  const height = bars.length * ROW
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title}>
      {bars.map(({ label, value, note }, index) => (
        <g key={label}>
          <text className="chart__label" x={LABEL - 10} y={index * ROW + 25} textAnchor="end">
            {label}
          </text>
          <rect
            className="chart__bar"
            x={LABEL}
            y={index * ROW + 8}
            width={x(value)}
            height={ROW - 16}
            rx={2}
          />
          <text className="chart__tick" x={LABEL + x(value) + 8} y={index * ROW + 25}>
            {note}
          </text>
        </g>
      ))}
    </svg>
  )
}
