import type { JourneyEntry } from '#domain/patients/patient'
import { getClinicMinute, type TimeZone } from '#domain/time'

type Props = { entries: JourneyEntry[]; isFromKiosk: boolean; timeZone: TimeZone }

export function Journey({ entries, isFromKiosk, timeZone }: Props) {
  return (
    <section className="journey small">
      <h4 className="journey__title small strong">Patient Journey</h4>
      <ol className="journey__steps">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a journey only ever grows at its end
          <li key={index} className="journey__step line line--wide">
            <time className="soft" dateTime={entry.timestamp}>
              {getClinicMinute(entry.timestamp, timeZone)}
            </time>
            <span>{formatEntry(entry, isFromKiosk)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function formatEntry(entry: JourneyEntry, isFromKiosk: boolean) {
  const { action, roomName, fromRoom, requeueReason, queueName } = entry
  const where = roomName ? ` to ${roomName}` : ''
  const from = fromRoom ? ` from ${fromRoom}` : ''
  const why = requeueReason ? `: ${requeueReason}` : ''
  switch (action) {
    case 'registered':
      return `Registered${isFromKiosk ? ' at the kiosk' : ''}${queueName ? ` for ${queueName}` : ''}`
    case 'called':
      return `Called${where}${from}`
    case 'called again':
      return `Called again${where}`
    case 'in progress':
      return `In progress${roomName ? ` in ${roomName}` : ''}`
    case 'dispensary':
      return `Sent to dispensary${from}`
    case 'requeue':
      return `Requeued${from}${why}`
    case 'missed':
      return `Missed${fromRoom ? ` in ${fromRoom}` : ''}`
    case 'no-show':
      return 'Closed as no-show'
    case 'brought back':
      return 'Brought back to the queue'
    case 'moved':
      return `Moved to ${queueName}`
    case 'undone':
      return 'Undone'
    case 'completed':
      return `Completed${fromRoom ? ` in ${fromRoom}` : ''}`
  }
}
