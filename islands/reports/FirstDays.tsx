import { Check } from 'lucide-react'
import { DAYS_A_WEEK } from '#domain/reports/period'
import { pluralize } from '#domain/text'
import { ReportCard } from './ReportCard.tsx'

type Props = { daysOfUse: number; patients: number; hours: number }

export const isInFirstDays = (daysOfUse: number) => daysOfUse < DAYS_A_WEEK

/** Shows which reports a new clinic already has, and when the others follow. */
export function FirstDays({ daysOfUse, patients, hours }: Props) {
  const weekIn = DAYS_A_WEEK - daysOfUse
  const steps = [
    { title: 'Figures', note: `${pluralize(patients, 'patient')} so far` },
    {
      title: 'Waiting by hour',
      note: hours > 0 ? `${pluralize(hours, 'hour')} so far` : 'with the fifth call of an hour',
      mark: hours > 0 ? null : '5',
    },
    {
      title: 'Patients a day',
      note: daysOfUse > 1 ? `${pluralize(daysOfUse, 'day')} so far` : 'tomorrow',
      mark: daysOfUse > 1 ? null : '1',
    },
    {
      title: 'The week',
      note: `in ${pluralize(weekIn, 'day')}, when each weekday was seen`,
      mark: weekIn,
    },
  ]
  return (
    <ReportCard
      title={daysOfUse > 1 ? 'The first week' : 'The first day'}
      sentence="What comes, and when."
    >
      <ol className="reports__steps">
        {steps.map(({ title, note, mark = null }) => (
          <li key={title}>
            <span
              className={`reports__mark centered tone--${mark === null ? 'called' : 'completed'}`}
              aria-hidden
            >
              {mark ?? <Check size={16} />}
            </span>
            <span>
              <strong>{title}</strong>
              <span className="soft">{note}</span>
            </span>
          </li>
        ))}
      </ol>
    </ReportCard>
  )
}
