import type { CSSProperties } from 'react'
import { FittedText } from './FittedText.tsx'

const SEPARATOR = ' - '

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

/** "Room 1 - Dr. Aminah" as room and doctor. */
export function splitRoom(label: string) {
  const at = label.indexOf(SEPARATOR)
  const room = label.slice(0, at).trim()
  const doctor = label.slice(at + SEPARATOR.length).trim()
  return at < 0 || room === '' ? { room: label.trim(), doctor: '' } : { room, doctor }
}
