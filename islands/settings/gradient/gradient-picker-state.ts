import {
  type Direction,
  formatGradient,
  MIN_STOPS,
  type Stop,
  withNewStop,
  withoutStop,
} from '#domain/settings/gradient'
import { readTypedColor, readTypedGradient } from './typed-gradient.ts'

/** `typed`: text of the field. `color`: the last valid color. */
export type PickedStop = Stop & { id: number; typed: string }

/** `css`: the picked gradient, or ''. `code`: text of the CSS field. */
export type Picker = {
  tab: 'presets' | 'custom'
  custom: 'builder' | 'code'
  css: string
  code: string
  direction: Direction
  stops: PickedStop[]
}

const MAX_SHOWN_CHARS = 40

const EMPTY: Picker = {
  tab: 'presets',
  custom: 'builder',
  css: '',
  code: '',
  direction: 135,
  stops: [],
}

export function createPicker(value: string) {
  return withCode(EMPTY, value)
}

export function withCode(picker: Picker, code: string): Picker {
  const gradient = readTypedGradient(code)
  if (!gradient) return { ...picker, code }
  const stops = gradient.stops.map((stop, id) => ({ ...stop, id, typed: stop.color }))
  return { ...picker, code, css: formatGradient(gradient), direction: gradient.direction, stops }
}

export function withDirection(picker: Picker, direction: Direction): Picker {
  return rebuild({ ...picker, direction })
}

export function withAddedStop(picker: Picker): Picker {
  const [added] = withNewStop(picker.stops).slice(picker.stops.length)
  if (!added) return picker
  const id = Math.max(-1, ...picker.stops.map(stop => stop.id)) + 1
  return rebuild({ ...picker, stops: [...picker.stops, { ...added, id, typed: added.color }] })
}

export function withoutStopAt(picker: Picker, index: number): Picker {
  return rebuild({ ...picker, stops: withoutStop(picker.stops, index) })
}

export function withStopColor(picker: Picker, index: number, typed: string): Picker {
  const color = readTypedColor(typed)
  return withStop(picker, index, { typed, ...(color && { color }) })
}

export function withStopPosition(picker: Picker, index: number, position: number): Picker {
  return withStop(picker, index, { position: Math.min(100, Math.max(0, Math.round(position))) })
}

export function hasColor({ typed }: PickedStop) {
  return readTypedColor(typed) !== null
}

export function isInvalidCode(picker: Picker) {
  return picker.code.trim() !== '' && !readTypedGradient(picker.code)
}

export function pickedGradient(picker: Picker) {
  return getPickerProblem(picker) === null ? picker.css : ''
}

export function previewedGradient(picker: Picker) {
  return getView(picker) === 'code' ? pickedGradient(picker) : picker.css
}

export function getPickerProblem(picker: Picker) {
  const view = getView(picker)
  if (view === 'code' && picker.code.trim() === '') return 'No gradient entered yet'
  if (view === 'code') return isInvalidCode(picker) ? 'This CSS cannot be applied' : null
  if (view === 'builder') {
    const invalidIndex = picker.stops.findIndex(stop => !hasColor(stop))
    if (invalidIndex !== -1) return `Stop ${invalidIndex + 1} has no valid color`
    if (picker.stops.length < MIN_STOPS) return `Add at least ${MIN_STOPS} colors`
  }
  return picker.css === '' ? 'No gradient chosen yet' : null
}

function getView({ tab, custom }: Picker) {
  return tab === 'presets' ? tab : custom
}

export function truncate(css: string) {
  return css.length > MAX_SHOWN_CHARS ? `${css.slice(0, MAX_SHOWN_CHARS)}…` : css
}

function withStop(picker: Picker, index: number, change: Partial<PickedStop>): Picker {
  const stops = picker.stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop))
  return rebuild({ ...picker, stops })
}

/** Sorts the stops for the CSS, but keeps the order of the rows. */
function rebuild(picker: Picker): Picker {
  if (picker.stops.length < MIN_STOPS) return { ...picker, css: '', code: '' }
  const stops = picker.stops.toSorted((a, b) => a.position - b.position)
  const css = formatGradient({ direction: picker.direction, stops })
  return { ...picker, css, code: css }
}
