import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { DAYS_A_WEEK } from '#domain/reports/period'
import { groupDigits, pluralize } from '#domain/text'

type Props = {
  title: string
  sentence: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function ReportCard({ title, sentence, aside, className = '', children }: Props) {
  return (
    <section className={`frame reports__card ${className}`}>
      <header className="reports__head row apart">
        <div>
          <h2 className="card__title">{title}</h2>
          <p className="soft small small--tight">{sentence}</p>
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}

type Row = [name: string, patients: number, minutes: number | null]
type CountProps = { title: string; sentence: string; headings: [string, string]; rows: Row[] }

export function CountCard({
  title,
  sentence,
  headings: [heading, minutesHeading],
  rows,
}: CountProps) {
  const most = Math.max(1, ...rows.map(([, patients]) => patients))
  return (
    <ReportCard title={title} sentence={sentence}>
      <table className="reports__rooms breakable">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{heading}</th>
            <td />
            <th scope="col">Patients</th>
            <th scope="col">{minutesHeading}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, patients, minutes]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <svg className="reports__track" aria-hidden>
                  <rect className="bars__track" width="100%" height={12} rx={4} />
                  <rect
                    className="bars__value"
                    width={`${((100 * patients) / most).toFixed(2)}%`}
                    height={12}
                    rx={4}
                  />
                </svg>
              </td>
              <td>{groupDigits(patients)}</td>
              <td className="soft">{minutes === null ? 'under 5' : `${minutes} min`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ReportCard>
  )
}

type FirstProps = { daysOfUse: number; patients: number; hours: number }

export const isInFirstDays = (daysOfUse: number) => daysOfUse < DAYS_A_WEEK

export function FirstDays({ daysOfUse, patients, hours }: FirstProps) {
  const weekIn = DAYS_A_WEEK - daysOfUse
  const steps = [
    { title: 'Figures', note: `${pluralize(patients, 'patient')} so far` },
    {
      title: 'Waiting by hour',
      note: hours > 0 ? `${pluralize(hours, 'hour')} so far` : 'after 5 calls in an hour',
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
          <li key={title} className="line line--wide">
            <span
              className={`reports__mark centered tone--${mark === null ? 'called' : 'completed'}`}
              aria-hidden
            >
              {mark ?? <Check size={16} />}
            </span>
            <p>
              <strong>{title}</strong>
              <br />
              <span className="soft small small--tight">{note}</span>
            </p>
          </li>
        ))}
      </ol>
    </ReportCard>
  )
}
