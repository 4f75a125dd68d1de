import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { splitRoom } from '#domain/rooms/split-room'
import { fitElement } from '../../text/FittedText.tsx'
import { LINE_HEIGHT } from '../../text/fit-text.ts'
import { whenMeasurable } from '../../text/text-width.ts'

const DOCTOR_HEIGHT = 39
const SIZES = { largest: 48, smallest: 22 }
const CLASS_NAME = 'stage__row-place'
/** Patients cannot read a smaller room from where they sit. */
const SMALLEST_BESIDE_DOCTOR = 32

type Props = { label: string; textStyle: CSSProperties; width: number; height: number }

/** Shows a room over its doctor, or in two lines alone if it would be too small. */
export function RowRoom({ label, textStyle, width, height }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const { room, doctor } = splitRoom(label)
  const isNamed = doctor !== ''

  useLayoutEffect(() => {
    function fit() {
      const [line, other] = Array.from(ref.current?.children ?? []) as HTMLElement[]
      const place = line?.firstElementChild as HTMLElement | null
      if (!line || !place) return
      const besideDoctor = { ...SIZES, width, height: height - DOCTOR_HEIGHT, lines: 1 }
      const hasDoctor =
        isNamed && fitElement(place, room, CLASS_NAME, besideDoctor) >= SMALLEST_BESIDE_DOCTOR
      const alone = { ...SIZES, width, height, lines: 2 }
      if (!hasDoctor) fitElement(place, room, CLASS_NAME, alone)
      line.style.height = `${hasDoctor ? besideDoctor.height : height}px`
      if (other) other.hidden = !hasDoctor
    }
    return whenMeasurable(fit)
  }, [room, isNamed, width, height])

  return (
    <div ref={ref} className="stage__row-room" style={{ width }}>
      <div className="fitted stage__row-place">
        <div style={{ ...textStyle, lineHeight: LINE_HEIGHT }}>{room}</div>
      </div>
      {isNamed && (
        <div className="stage__row-doctor" style={textStyle}>
          {doctor}
        </div>
      )}
    </div>
  )
}
