import type { CSSProperties } from 'react'
import { FittedText } from './FittedText.tsx'
import { splitRoom } from './room-label.ts'

type Line = { className: string; width: number; height: number; largest: number }
type Props = {
  label: string
  className: string
  textStyle?: CSSProperties
  /** Sizes by whether there is a doctor. */
  room(hasDoctor: boolean): Line
  doctor: Line
}

/** A room, and its doctor in a text of their own. */
export function RoomText({ label, className, textStyle, ...lines }: Props) {
  const { room, doctor } = splitRoom(label)
  const shared = { textStyle, smallest: 16 }
  return (
    <div className={className}>
      <FittedText text={room} {...shared} {...lines.room(doctor !== '')} />
      {doctor !== '' && <FittedText text={doctor} {...shared} {...lines.doctor} />}
    </div>
  )
}
