import { pluralize } from '#domain/text'
import { getWaitingTimer, minutesWaited } from '../patients/waiting-time.ts'

type Props = {
  waitingSince: string[]
  limitMinutes: number
  now: string
  /** Estimated wait of a new patient, or '' if it is unknown. */
  estimate: string
}

const LAST_BAND_MINUTES = 30
const BANDS = [
  ['green', 'up to 10 min'],
  ['yellow', 'up to 20 min'],
  ['orange', 'up to 30 min'],
  ['red', `over ${LAST_BAND_MINUTES} min`],
]

export function WaitingBands({ waitingSince, limitMinutes, now, estimate }: Props) {
  const limit = Math.max(limitMinutes, LAST_BAND_MINUTES)
  const colors = waitingSince.map(
    since => getWaitingTimer(minutesWaited(since, now), limitMinutes).color,
  )
  const bands = [...BANDS, ['over', `over ${limit} min`]].map(([color, label]) => {
    return { color, label, count: colors.filter(other => other === color).length }
  })
  return (
    <section className="waiting-bands row frame">
      <div>
        <h2 className="card__title">Waiting now</h2>
        <p className="soft small small--tight">{pluralize(waitingSince.length, 'patient')}</p>
      </div>
      <ul className="waiting-bands__bar line small small--tight">
        {bands
          .filter(({ count }) => count > 0)
          .map(({ color, label, count }) => (
            <li key={color} style={{ flexGrow: count }}>
              <strong className={`waiting-bands__count tone--${color}`}>{count}</strong>
              <span className="soft">{label}</span>
            </li>
          ))}
      </ul>
      {estimate && (
        <div className="small small--tight">
          <p className="soft">Waiting time</p>
          {estimate}
        </div>
      )}
    </section>
  )
}
