import { LINE_HEIGHT } from './fit-text.ts'

const REFERENCE_PX = 100
const SAFETY_FACTOR = 1.02
const MAX_CACHED = 2_000
/** Distance from a line's middle down to its baseline in Inter, in font sizes. */
const BASELINE_SHIFT = 0.364
const LINE_GAP = 0.04
/** Line height for engines before Chromium 77, which cannot measure the height of letters. */
const TALL_LINE_HEIGHT = 1.7
const LOW_LETTERS = /^[ -~\u2e80-\u9fff]*$/

type Measures = { width: number; lineHeight: number }

const measures = new Map<string, Measures>()
const fonts = new Map<string, string>()
const listeners = new Set<() => void>()
let canvas: CanvasRenderingContext2D | null = null
let canvasFont = ''

/** Returns a class's font for the canvas. Cached, because getComputedStyle forces a layout. */
export function getFont(className: string, element: HTMLElement) {
  const cached = fonts.get(className)
  if (cached) return cached
  const { fontFamily, fontWeight } = getComputedStyle(element)
  const font = `${fontWeight} ${REFERENCE_PX}px ${fontFamily}`
  fonts.set(className, font)
  return font
}

/** Returns the width and the line height, in font sizes. */
export function measureText(font: string, text: string) {
  const key = `${font} ${text}`
  const known = measures.get(key) ?? measure(font, text)
  if (measures.size >= MAX_CACHED) measures.clear()
  measures.set(key, known)
  return known
}

function measure(font: string, text: string): Measures {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return { width: 0, lineHeight: LINE_HEIGHT }
  if (font !== canvasFont) canvas.font = canvasFont = font
  const metrics = canvas.measureText(text)
  const width = (metrics.width / REFERENCE_PX) * SAFETY_FACTOR
  return { width, lineHeight: getLineHeight(text, metrics) }
}

/** Fits stacked letters, whose marks would be cut off or overlap in a line made for capitals. */
function getLineHeight(text: string, metrics: TextMetrics) {
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = metrics
  if (above === undefined) return LOW_LETTERS.test(text) ? LINE_HEIGHT : TALL_LINE_HEIGHT
  const [ascent, descent] = [above / REFERENCE_PX, below / REFERENCE_PX]
  const needed = [ascent + descent, 2 * (ascent - BASELINE_SHIFT), 2 * (descent + BASELINE_SHIFT)]
  return Math.max(LINE_HEIGHT, ...needed.map(height => height + LINE_GAP))
}

export function onFontsLoaded(listener: () => void) {
  if (listeners.size === 0) document.fonts?.addEventListener('loadingdone', remeasure)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function remeasure() {
  measures.clear()
  for (const listener of listeners) listener()
}

/** Runs `update` before the next paint and when fonts have loaded, without delaying hydration. */
export function whenMeasurable(update: () => void) {
  const frame = requestAnimationFrame(update)
  const unsubscribe = onFontsLoaded(update)
  return () => {
    cancelAnimationFrame(frame)
    unsubscribe()
  }
}
