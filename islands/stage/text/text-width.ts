const REFERENCE_PX = 100
const SAFETY_FACTOR = 1.02
const MAX_CACHED = 2_000

const widths = new Map<string, number>()
const fonts = new Map<string, string>()
const listeners = new Set<() => void>()
let canvas: CanvasRenderingContext2D | null = null
let canvasFont = ''

/** The canvas font of a class, cached: getComputedStyle forces a layout. */
export function getFont(className: string, element: HTMLElement) {
  const cached = fonts.get(className)
  if (cached) return cached
  const { fontFamily, fontWeight } = getComputedStyle(element)
  const font = `${fontWeight} ${REFERENCE_PX}px ${fontFamily}`
  fonts.set(className, font)
  return font
}

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

export function onFontsLoaded(listener: () => void) {
  if (listeners.size === 0) document.fonts?.addEventListener('loadingdone', remeasure)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function remeasure() {
  widths.clear()
  for (const listener of listeners) listener()
}

/** Updates before the next paint and when fonts have loaded; hydration does not wait for it. */
export function whenMeasurable(update: () => void) {
  const frame = requestAnimationFrame(update)
  const unsubscribe = onFontsLoaded(update)
  return () => {
    cancelAnimationFrame(frame)
    unsubscribe()
  }
}
