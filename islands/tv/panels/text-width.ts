const REFERENCE_PX = 100
/** A browser's own measure of a line may differ a little from that of its canvas. */
const SAFETY_FACTOR = 1.02
/** A day's letters and words; then they are measured anew. */
const MAX_CACHED = 2_000

/** By font and text, in px at a size of 1 px: measuring is the dearest part of showing a name. */
const widths = new Map<string, number>()
const fonts = new Map<string, string>()
const listeners = new Set<() => void>()
let canvas: CanvasRenderingContext2D | null = null
let canvasFont = ''

/** Weight, size and family of what has this class; asked of the browser once, which lays out anew to answer. */
export function getFont(className: string, element: HTMLElement) {
  const known = fonts.get(className)
  if (known) return known
  const { fontFamily, fontWeight } = getComputedStyle(element)
  const font = `${fontWeight} ${REFERENCE_PX}px ${fontFamily}`
  fonts.set(className, font)
  return font
}

/** Measures texts in a font: px of width at a size of 1 px. */
export function createMeasurer(font: string) {
  return (text: string) => {
    const key = `${font} ${text}`
    const width = widths.get(key) ?? measure(font, text)
    if (widths.size >= MAX_CACHED) widths.clear()
    widths.set(key, width)
    return width
  }
}

function measure(font: string, text: string) {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  if (font !== canvasFont) canvas.font = canvasFont = font
  return (canvas.measureText(text).width / REFERENCE_PX) * SAFETY_FACTOR
}

/** A script's letters are fetched when the first of them is shown, and are then as wide as they are. */
export function onFontsLoaded(look: () => void) {
  if (listeners.size === 0) document.fonts?.addEventListener('loadingdone', remeasure)
  listeners.add(look)
  return () => void listeners.delete(look)
}

function remeasure() {
  widths.clear()
  for (const look of listeners) look()
}
