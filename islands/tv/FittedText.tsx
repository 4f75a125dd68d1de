import { useEffect, useLayoutEffect, useRef } from 'react'

type Props = {
  text: string
  className: string
  width: number
  height: number
  largest: number
  smallest: number
  /** A long text wraps before it shrinks. */
  lines?: number
}

const LINE_HEIGHT = 1.1
/** A letter's usual width in em: a guess for the server, which cannot measure. */
const LETTER = 0.66

/** Text as large as its box allows, in px of the stage. */
export function FittedText({ text, className, ...box }: Props) {
  const { width, height, largest, smallest, lines = 2 } = box
  const ref = useRef<HTMLDivElement>(null)

  const fit = () => ref.current && fitInto(ref.current, { largest, smallest, lines })
  useBrowserLayoutEffect(() => {
    fit()
  }, [text, width, height, largest, smallest, lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fonts are there
  useEffect(() => void document.fonts?.ready.then(fit), [])

  const guess = (width * lines) / (Math.max(1, text.length) * LETTER)
  const fontSize = Math.round(Math.max(smallest, Math.min(largest, guess)))
  return (
    <div className={`fitted ${className}`} style={{ width, height }}>
      <div ref={ref} className="fitted__text" style={{ fontSize, lineHeight: LINE_HEIGHT }}>
        {text}
      </div>
    </div>
  )
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

type Range = { largest: number; smallest: number; lines: number }

function fitInto(text: HTMLElement, { largest, smallest, lines }: Range) {
  const box = text.parentElement
  if (!box) return
  let low = smallest
  let high = largest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    text.style.fontSize = `${middle}px`
    if (isInside(text, box, middle * LINE_HEIGHT * lines)) low = middle
    else high = middle - 1
  }
  text.style.fontSize = `${low}px`
}

function isInside(text: HTMLElement, box: HTMLElement, tallest: number) {
  const isNarrow = text.scrollWidth <= box.clientWidth
  return isNarrow && text.offsetHeight <= Math.min(box.clientHeight, tallest + 1)
}
