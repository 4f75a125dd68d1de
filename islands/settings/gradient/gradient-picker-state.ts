import {
  type Direction,
  formatGradient,
  type Gradient,
  isColor,
  MIN_STOPS,
  parseGradient,
  type Stop,
  withNewStop,
  withoutStop,
} from '#domain/settings/gradient'

/** `typed` is the colour as it stands in the field; `colour` is the last one that it really named. */
export type PickedStop = Stop & { id: number; typed: string }

/** `css` is the gradient picked so far, '' for none; `code` is the CSS as it stands in the field. */
export type Picker = {
  tab: 'presets' | 'custom'
  custom: 'builder' | 'code'
  css: string
  code: string
  direction: Direction
  stops: PickedStop[]
}

const MAX_SHOWN_CHARS = 40

export function createPicker(value: string): Picker {
  const closed: Picker = {
    tab: 'presets',
    custom: 'builder',
    css: '',
    code: value,
    direction: 135,
    stops: [],
  }
  return withCode(closed, value)
}

/** A preset, or what was typed. CSS that is no gradient stays in its field, and the last gradient in the builder. */
export function withCode(picker: Picker, code: string): Picker {
  const gradient = parseCode(code)
  if (!gradient) return { ...picker, code }
  const stops = gradient.stops.map((stop, id) => ({ ...stop, id, typed: stop.colour }))
  return { ...picker, code, css: formatGradient(gradient), direction: gradient.direction, stops }
}

export function withDirection(picker: Picker, direction: Direction): Picker {
  return rebuild({ ...picker, direction })
}

export function withAddedStop(picker: Picker): Picker {
  const [added] = withNewStop(picker.stops).slice(picker.stops.length)
  if (!added) return picker
  const id = Math.max(-1, ...picker.stops.map(stop => stop.id)) + 1
  return rebuild({ ...picker, stops: [...picker.stops, { ...added, id, typed: added.colour }] })
}

export function withoutStopAt(picker: Picker, index: number): Picker {
  return rebuild({ ...picker, stops: withoutStop(picker.stops, index) })
}

/** What is no colour yet stays typed; the stop keeps the colour it had. */
export function withStopColor(picker: Picker, index: number, typed: string): Picker {
  const text = typed.trim()
  const colour = isColor(text) ? { colour: text.toLowerCase() } : {}
  return withStop(picker, index, { typed, ...colour })
}

export function withStopPosition(picker: Picker, index: number, position: number): Picker {
  return withStop(picker, index, { position: Math.min(100, Math.max(0, Math.round(position))) })
}

export function hasColor({ typed }: PickedStop) {
  return isColor(typed.trim())
}

export function isInvalidCode(picker: Picker) {
  return picker.code.trim() !== '' && !parseCode(picker.code)
}

/** What Apply would apply; '' while that is nothing. */
export function pickedGradient(picker: Picker) {
  return getPickerProblem(picker) === null ? picker.css : ''
}

/** What the preview shows: while a colour is being typed, the gradient as it was before. */
export function previewedGradient(picker: Picker) {
  return viewOf(picker) === 'code' ? pickedGradient(picker) : picker.css
}

/** Why nothing can be applied from the tab that is open, or null. */
export function getPickerProblem(picker: Picker) {
  const view = viewOf(picker)
  if (view === 'code' && picker.code.trim() === '') return 'No gradient written yet'
  if (view === 'code') return isInvalidCode(picker) ? 'This CSS cannot be applied' : null
  if (view === 'builder') {
    const colourless = picker.stops.findIndex(stop => !hasColor(stop))
    if (colourless !== -1) return `Stop ${colourless + 1} has no valid colour`
    if (picker.stops.length < MIN_STOPS) return `Add at least ${MIN_STOPS} colours`
  }
  return picker.css === '' ? 'No gradient chosen yet' : null
}

function viewOf({ tab, custom }: Picker) {
  return tab === 'presets' ? tab : custom
}

/** A long gradient's beginning; the whole of it belongs into a title. */
export function truncate(css: string) {
  return css.length > MAX_SHOWN_CHARS ? `${css.slice(0, MAX_SHOWN_CHARS)}…` : css
}

/** As CSS is written by hand: over several lines, if one likes. */
function parseCode(code: string): Gradient | null {
  return parseGradient(code.replaceAll(/\s+/g, ' '))
}

function withStop(picker: Picker, index: number, change: Partial<PickedStop>): Picker {
  const stops = picker.stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop))
  return rebuild({ ...picker, stops })
}

/** In order of position: a stop that was pushed past its neighbour changes places, as one sees it. */
function rebuild(picker: Picker): Picker {
  if (picker.stops.length < MIN_STOPS) return { ...picker, css: '', code: '' }
  const stops = picker.stops.toSorted((a, b) => a.position - b.position)
  const css = formatGradient({ direction: picker.direction, stops })
  return { ...picker, css, code: css }
}
