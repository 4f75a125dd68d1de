import type { CSSProperties } from 'react'
import { splitRoom } from '#domain/rooms/split-room'
import { FittedText } from './FittedText.tsx'

type Line = { className: string; width: number; height: number; largest: number }
type Props = {
  label: string
  className: string
  textStyle?: CSSProperties
  room(hasDoctor: boolean): Line
  doctor: Line
}

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
