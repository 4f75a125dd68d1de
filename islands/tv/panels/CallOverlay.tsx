import type { Call } from '#domain/events'
import { FittedText } from '../text/FittedText.tsx'
import './CallOverlay.css'

export function CallOverlay({ call }: { call: Call }) {
  return (
    <div className="overlay" key={call.sequence}>
      <p className="overlay__label">NAME</p>
      <FittedText
        className="overlay__name"
        text={call.name}
        width={1600}
        height={420}
        largest={210}
        smallest={60}
      />
      <p className="overlay__label">ROOM</p>
      <FittedText
        className="overlay__room"
        text={call.room}
        width={1600}
        height={180}
        largest={150}
        smallest={48}
      />
    </div>
  )
}
