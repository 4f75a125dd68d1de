import { scaleBand, scaleLinear } from 'd3-scale'

const SIZE = { width: 560, height: 240 }
const EDGE = { left: 40, right: 8, top: 18, bottom: 24 }
const TICKS = 4
/** More labels than this would touch each other. */
const MAX_LABELS = 14

type Bar = {
  label: string
  value: number | null
  /** A lighter part above the value, up to this. */
  upTo?: number | null
}

type Props = { title: string; bars: Bar[]; unit: string; line?: number | undefined }

export function BarChart({ title, bars, unit, line }: Props) {
  const highest = Math.max(1, line ?? 0, ...bars.map(({ value, upTo }) => upTo ?? value ?? 0))
  const x = scaleBand(
    bars.map((_, index) => index),
    [EDGE.left, SIZE.width - EDGE.right],
  ).padding(0.2)
  const y = scaleLinear([0, highest], [SIZE.height - EDGE.bottom, EDGE.top]).nice(TICKS)
  const every = Math.ceil(bars.length / MAX_LABELS)
  const rect = (index: number, value: number, className: string) => (
    <rect
      className={className}
      x={x(index)}
      y={y(value)}
      width={x.bandwidth()}
      height={y(0) - y(value)}
      rx={2}
    />
  )
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="img"
      aria-label={title}
    >
      <text className="chart__unit" x={EDGE.left} y={10}>
        {unit}
      </text>
      {y.ticks(TICKS).map(tick => (
        <g key={tick}>
          <line className="chart__grid" x1={EDGE.left} x2={SIZE.width} y1={y(tick)} y2={y(tick)} />
          <text className="chart__tick" x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {bars.map(({ label, value, upTo }, index) => (
        <g key={label}>
          {upTo != null && rect(index, upTo, 'chart__upper')}
          {value !== null && rect(index, value, 'chart__bar')}
          {index % every === 0 && (
            <text
              className="chart__tick"
              x={(x(index) ?? 0) + x.bandwidth() / 2}
              y={SIZE.height - 8}
              textAnchor="middle"
            >
              {label}
            </text>
          )}
        </g>
      ))}
      {line !== undefined && (
        <line className="chart__line" x1={EDGE.left} x2={SIZE.width} y1={y(line)} y2={y(line)} />
      )}
    </svg>
  )
}
