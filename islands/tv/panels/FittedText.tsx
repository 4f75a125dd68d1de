import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { type Box, fitText, LINE_HEIGHT } from './fit-text.ts'
import { createMeasurer, getFont, onFontsLoaded } from './text-width.ts'
import './FittedText.css'

type Props = Omit<Box, 'lines'> & {
  text: string
  className: string
  /** Classes that change nothing of its size. */
  state?: string
  /** Colour or gradient of the letters. */
  ink?: CSSProperties
  /** A long text wraps before it shrinks. */
  lines?: number
}

/** Text as large as its box allows, in px of the stage. */
export function FittedText({ text, className, state = '', ink, lines = 2, ...rest }: Props) {
  const { width, height, largest, smallest } = rest
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const fitNow = () => {
      const box = { width, height, largest, smallest, lines }
      if (ref.current) fitElement(ref.current, text, className, box)
    }
    // Before the next picture is drawn, and after all that this change brings: hydration need not wait for it.
    const frame = requestAnimationFrame(fitNow)
    const forget = onFontsLoaded(fitNow)
    return () => {
      cancelAnimationFrame(frame)
      forget()
    }
  }, [text, className, width, height, largest, smallest, lines])

  const fontSize = estimateSize(text, { ...rest, lines })
  return (
    <div className={`fitted ${className} ${state}`} style={{ width, height }}>
      <div ref={ref} style={{ ...ink, fontSize, lineHeight: LINE_HEIGHT }}>
        {text}
      </div>
    </div>
  )
}

/** Measures without laying the page out anew, which costs an old TV dearly. */
function fitElement(place: HTMLElement, text: string, className: string, box: Box) {
  const { size, isBroken } = fitText(text, createMeasurer(getFont(className, place)), box)
  place.style.fontSize = `${size}px`
  place.style.wordBreak = isBroken ? 'break-all' : ''
}

/** A letter's usual width in em: for the server, which cannot measure. */
const AVERAGE_CHAR_EM = 0.66

function estimateSize(text: string, { width, lines, largest, smallest }: Box) {
  const size = (width * lines) / (Math.max(1, text.length) * AVERAGE_CHAR_EM)
  return Math.round(Math.max(smallest, Math.min(largest, size)))
}
