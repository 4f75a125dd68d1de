import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { PatientRoom } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import { type Box, fitText } from './fit-text.ts'
import { getFont, measureText, whenMeasurable } from './text-width.ts'

type Props = Omit<Box, 'lines'> & {
  text: string
  className: string
  textStyle?: CSSProperties | undefined
  lines?: number
}

export function FittedText(props: Props) {
  const { text, className, textStyle, lines = 2 } = props
  const { width, height, largest, smallest } = props
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = { width, height, largest, smallest, lines }
    return whenMeasurable(() => ref.current && fitElement(ref.current, text, className, box))
  }, [text, className, width, height, largest, smallest, lines])

  return (
    <div className={`fitted ${className}`} style={{ width, height }}>
      <div ref={ref} style={{ ...textStyle, fontSize: largest }}>
        {text}
      </div>
    </div>
  )
}

/** Returns the size in px. Measures on a canvas, because a page layout is slow on old TVs. */
export function fitElement(element: HTMLElement, text: string, className: string, box: Box) {
  const font = getFont(className, element)
  const { lineHeight } = measureText(font, text)
  const measure = (part: string) => measureText(font, part).width
  const { size, isBroken } = fitText(text, measure, { ...box, lineHeight })
  element.style.fontSize = `${size}px`
  element.style.lineHeight = String(lineHeight)
  element.style.wordBreak = isBroken ? 'break-all' : ''
  return size
}

/** Only capitals get space between letters, because the space would tear other scripts apart. */
const CAPITALS = /^[A-Z ]+$/

type LabelProps = { text: string; className?: string; style?: CSSProperties }

/** A text as wide as its letters, so that a gradient runs through all of them. */
export function Label({ text, className = '', style }: LabelProps) {
  return (
    <span
      className={`label ${CAPITALS.test(text) ? 'label--wide' : ''} ${className}`}
      style={style}
    >
      {text}
    </span>
  )
}

type Line = { className: string; width: number; height: number; largest: number }
type RoomProps = {
  room: PatientRoom | null
  className: string
  textStyle?: CSSProperties
  place(hasDoctor: boolean): Line
  doctor: Line
}

export function RoomText({ room, className, textStyle, ...lines }: RoomProps) {
  const { place, doctor } = splitRoom(room)
  const shared = { textStyle, smallest: 16 }
  return (
    <div className={`place ${className}`}>
      <FittedText text={place} {...shared} {...lines.place(doctor !== '')} />
      {doctor !== '' && (
        <FittedText
          text={doctor}
          {...shared}
          {...lines.doctor}
          className={`place__doctor ${lines.doctor.className}`}
        />
      )}
    </div>
  )
}
