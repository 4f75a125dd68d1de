import { groupDigits } from '#domain/text'
import { ReportCard } from './ReportCard.tsx'

type Row = [name: string, patients: number, minutes: number | null]
type Props = { title: string; sentence: string; headings: [string, string]; rows: Row[] }

/** Shows a bar, the number of patients and the minutes for each name. */
export function CountCard({ title, sentence, headings: [heading, minutesHeading], rows }: Props) {
  const most = Math.max(1, ...rows.map(([, patients]) => patients))
  return (
    <ReportCard title={title} sentence={sentence}>
      <table className="reports__rooms">
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
