import type { ReportRow } from '#domain/reports/report'
import { CountTable, formatMinutes } from './CountTable.tsx'
import { ReportCard } from './ReportCard.tsx'

export function Queues({ rows: counted }: { rows: ReportRow[] }) {
  const rows = counted.map(({ key, n, p50 }) => {
    return { name: key, patients: n, minutes: formatMinutes(p50) }
  })
  return (
    <ReportCard title="Queues" sentence="Patients, and the median minutes that they waited.">
      <CountTable heading="Queue" minutesHeading="Waited" rows={rows} />
    </ReportCard>
  )
}
