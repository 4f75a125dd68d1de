import type { CSSProperties } from 'react'
import { FittedText } from './FittedText.tsx'

const SEPARATOR = ' - '

type Line = { className: string; width: number; height: number; largest: number }
type Props = {
  label: string
  className: string
  textStyle?: CSSProperties
  room(hasDoctor: boolean): Line
  doctor: Line
}

/** Shows a room and its doctor as two texts. */
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

/** Splits "Room 1 - Dr. Aminah" into room and doctor. */
export function splitRoom(label: string) {
  const at = label.indexOf(SEPARATOR)
  const room = label.slice(0, at).trim()
  const doctor = label.slice(at + SEPARATOR.length).trim()
  return at < 0 || room === '' ? { room: label.trim(), doctor: '' } : { room, doctor }
}
