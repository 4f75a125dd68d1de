import { type AxisLabel, listTicks } from '#domain/reports/period'
import { groupDigits } from '#domain/text'

type Bar = {
  key: string
  label: AxisLabel | null
  value: number | null
  /** Top of a lighter part above the value. */
  upTo?: number | null
  /** True if the period is not over, so the value may still rise. */
  isOpen?: boolean
}

type Props = { title: string; bars: Bar[]; targetMinutes?: number }

/** Draws words as HTML, because a scaled drawing would also scale its words. */
export function BarChart({ title, bars, targetMinutes }: Props) {
  const values = bars.map(({ value, upTo }) => upTo ?? value ?? 0)
  const ticks = listTicks(Math.max(1, targetMinutes ?? 0, ...values))
  const toPercent = (value: number) => (100 * value) / (ticks.at(-1) ?? 1)
  const toY = (value: number) => `${(100 - toPercent(value)).toFixed(2)}%`
  return (
    <div className="bars" role="img" aria-label={title}>
      <div className="bars__ticks">
        {ticks.map(tick => (
          <span key={tick}>{groupDigits(tick)}</span>
        ))}
      </div>
      <div className="bars__plot">
        <svg className="bars__lines" aria-hidden>
          {ticks.map(tick => (
            <line key={tick} x2="100%" y1={toY(tick)} y2={toY(tick)} />
          ))}
        </svg>
        {bars.map(({ key, label, value, upTo, isOpen }) => (
          <div key={key} className="bars__slot line grow">
            <svg className="bars__bar" aria-hidden>
              {upTo != null && <Part className="bars__upper" percent={toPercent(upTo)} />}
              {value !== null && (
                <Part
                  className={isOpen ? 'bars__upper' : 'bars__value'}
                  percent={toPercent(value)}
                />
              )}
            </svg>
            {label && (
              <span className="bars__label" data-at={label.at} data-last={label.isLast}>
                {label.text}
              </span>
            )}
          </div>
        ))}
        {targetMinutes !== undefined && (
          <svg className="bars__lines bars__target" aria-hidden>
            <line x2="100%" y1={toY(targetMinutes)} y2={toY(targetMinutes)} />
            <text x="100%" y={toY(targetMinutes)} dy={-6} textAnchor="end">
              Target {targetMinutes} min
            </text>
          </svg>
        )}
      </div>
    </div>
  )
}

/** Minimum height, so that a wait of 0 minutes looks different from no patients. */
const LEAST_PERCENT = 1

function Part({ className, percent }: { className: string; percent: number }) {
  const height = Math.max(LEAST_PERCENT, percent)
  return (
    <rect
      className={className}
      y={`${(100 - height).toFixed(2)}%`}
      width="100%"
      height={`${height.toFixed(2)}%`}
      rx={3}
    />
  )
}
