import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { type Box, fitText, LINE_HEIGHT } from './fit-text.ts'
import { createMeasurer, getFont, onFontsLoaded } from './text-width.ts'
import './FittedText.css'

type Props = Omit<Box, 'lines'> & {
  text: string
  className: string
  /** Must not change the text's size: `className` alone decides the font. */
  stateClass?: string
  textStyle?: CSSProperties
  lines?: number
}

export function FittedText(props: Props) {
  const { text, className, stateClass = '', textStyle, lines = 2 } = props
  const { width, height, largest, smallest } = props
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const updateSize = () => {
      const box = { width, height, largest, smallest, lines }
      if (ref.current) fitElement(ref.current, text, className, box)
    }
    // Still before the next paint, but hydration does not wait for it.
    const frame = requestAnimationFrame(updateSize)
    const unsubscribe = onFontsLoaded(updateSize)
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
    }
  }, [text, className, width, height, largest, smallest, lines])

  const fontSize = estimateSize(text, { width, height, largest, smallest, lines })
  return (
    <div className={`fitted ${className} ${stateClass}`} style={{ width, height }}>
      <div ref={ref} style={{ ...textStyle, fontSize, lineHeight: LINE_HEIGHT }}>
        {text}
      </div>
    </div>
  )
}

/** Measures on a canvas: a layout of the page is slow on old TVs. */
function fitElement(element: HTMLElement, text: string, className: string, box: Box) {
  const { size, isBroken } = fitText(text, createMeasurer(getFont(className, element)), box)
  element.style.fontSize = `${size}px`
  element.style.wordBreak = isBroken ? 'break-all' : ''
}

const AVERAGE_CHAR_EM = 0.66

function estimateSize(text: string, { width, lines, largest, smallest }: Box) {
  const size = (width * lines) / (Math.max(1, text.length) * AVERAGE_CHAR_EM)
  return Math.round(Math.max(smallest, Math.min(largest, size)))
}
