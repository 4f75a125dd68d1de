import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { type Box, fit, LINE_HEIGHT } from './fit.ts'

type Props = Omit<Box, 'lines'> & {
  text: string
  className: string
  /** Colour or gradient of the letters. */
  ink?: CSSProperties
  /** A long text wraps before it shrinks. */
  lines?: number
}

/** Text as large as its box allows, in px of the stage. */
export function FittedText({ text, className, ink, lines = 2, ...rest }: Props) {
  const { width, height, largest, smallest } = rest
  const ref = useRef<HTMLDivElement>(null)

  useBrowserLayoutEffect(() => {
    const fitNow = () => {
      if (ref.current) fitInto(ref.current, { width, height, largest, smallest, lines })
    }
    fitNow()
    // A script's letters are fetched when the first of them is shown.
    const { fonts } = document
    fonts?.addEventListener('loadingdone', fitNow)
    return () => fonts?.removeEventListener('loadingdone', fitNow)
  }, [text, width, height, largest, smallest, lines])

  const fontSize = guess(text, { ...rest, lines })
  return (
    <div className={`fitted ${className}`} style={{ width, height }}>
      <div ref={ref} style={{ ...ink, fontSize, lineHeight: LINE_HEIGHT }}>
        {text}
      </div>
    </div>
  )
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

const MEASURED_AT_PX = 100
/** A browser's own measure of a line may differ a little from that of its canvas. */
const SAFETY = 1.02

let canvas: CanvasRenderingContext2D | null = null

/** Measures without laying the page out anew, which costs an old TV dearly. */
function fitInto(text: HTMLElement, box: Box) {
  canvas ??= document.createElement('canvas').getContext('2d')
  const { fontFamily, fontWeight } = getComputedStyle(text)
  if (canvas) canvas.font = `${fontWeight} ${MEASURED_AT_PX}px ${fontFamily}`
  const measure = (part: string) =>
    ((canvas?.measureText(part).width ?? 0) / MEASURED_AT_PX) * SAFETY
  const { size, isBroken } = fit(text.textContent ?? '', measure, box)
  text.style.fontSize = `${size}px`
  text.style.wordBreak = isBroken ? 'break-all' : ''
}

/** A letter's usual width in em: for the server, which cannot measure. */
const LETTER = 0.66

function guess(text: string, { width, lines, largest, smallest }: Box) {
  const size = (width * lines) / (Math.max(1, text.length) * LETTER)
  return Math.round(Math.max(smallest, Math.min(largest, size)))
}
