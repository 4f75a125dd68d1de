import type { RoomUse } from '#domain/reports/report'
import { CountTable, formatMinutes } from './CountTable.tsx'
import { ReportCard } from './ReportCard.tsx'

export function Rooms({ rooms }: { rooms: RoomUse[] }) {
  const rows = rooms.map(({ room, patients, minutes }) => {
    return { name: room, patients, minutes: formatMinutes(minutes) }
  })
  return (
    <ReportCard title="Rooms" sentence="Patients, and median minutes with each.">
      <CountTable heading="Room" minutesHeading="Minutes" rows={rows} />
    </ReportCard>
  )
}
