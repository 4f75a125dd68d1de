import { describe, expect, test } from 'bun:test'
import { parseGradient } from '#domain/settings/gradient'
import {
  createPicker,
  getPickerProblem,
  hasColor,
  isInvalidCode,
  type Picker,
  pickedGradient,
  previewedGradient,
  truncate,
  withAddedStop,
  withCode,
  withDirection,
  withoutStopAt,
  withStopColor,
  withStopPosition,
} from '../../../islands/settings/gradient/gradient-picker-state.ts'

const GOLD = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'
const TEAL = 'linear-gradient(90deg, #0f766e 0%, #0369a1 40%, #312e81 100%)'

const builder = (value = GOLD): Picker => ({ ...createPicker(value), tab: 'custom' })
const code = (value = GOLD): Picker => ({ ...builder(value), custom: 'code' })
const colours = ({ stops }: Picker) => stops.map(stop => stop.colour)
const positions = ({ stops }: Picker) => stops.map(stop => stop.position)

function withTenStops() {
  let picker = builder()
  while (picker.stops.length < 10) picker = withAddedStop(picker)
  return picker
}

describe('a picker that was just opened', () => {
  test('shows the presets, and behind them the builder', () => {
    expect(createPicker(GOLD)).toMatchObject({ tab: 'presets', custom: 'builder' })
  })

  test('has the gradient that there was', () => {
    const picker = createPicker(TEAL)
    expect(pickedGradient(picker)).toBe(TEAL)
    expect(picker.direction).toBe(90)
    expect(colours(picker)).toEqual(['#0f766e', '#0369a1', '#312e81'])
    expect(positions(picker)).toEqual([0, 40, 100])
  })

  test.each(['', 'red'])('has nothing to apply where there was no gradient: %j', value => {
    const picker = createPicker(value)
    expect(pickedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('No gradient chosen yet')
    expect(picker.stops).toEqual([])
  })
})

test('a preset is taken over by the builder and by the code', () => {
  const picker = withCode(createPicker(GOLD), TEAL)
  expect(pickedGradient(picker)).toBe(TEAL)
  expect(colours(picker)).toHaveLength(3)
  expect(picker.code).toBe(TEAL)
})

describe('the builder', () => {
  test('turns the gradient', () => {
    const picker = withDirection(builder(), 270)
    expect(pickedGradient(picker)).toBe('linear-gradient(270deg, #fbbf24 0%, #f59e0b 100%)')
    expect(picker.code).toBe(pickedGradient(picker))
  })

  test('adds a blue stop behind the last, at 100 at most', () => {
    const picker = withAddedStop(withStopPosition(builder(), 1, 70))
    expect(picker.stops.at(-1)).toMatchObject({ colour: '#3b82f6', position: 90 })
    expect(positions(withAddedStop(picker))).toEqual([0, 70, 90, 100])
  })

  test('starts at 50, and needs two stops', () => {
    const first = withAddedStop(builder(''))
    expect(positions(first)).toEqual([50])
    expect(pickedGradient(first)).toBe('')
    expect(getPickerProblem(first)).toBe('Add at least 2 colours')
    expect(pickedGradient(withAddedStop(first))).toBe(
      'linear-gradient(135deg, #3b82f6 50%, #3b82f6 70%)',
    )
  })

  test('is full with ten stops', () => {
    const full = withTenStops()
    expect(full.stops).toHaveLength(10)
    expect(withAddedStop(full)).toEqual(full)
    expect(parseGradient(pickedGradient(full))?.stops).toHaveLength(10)
  })

  test('knows its stops apart, whatever was added and removed', () => {
    const picker = withAddedStop(withoutStopAt(withTenStops(), 4))
    expect(new Set(picker.stops.map(stop => stop.id)).size).toBe(10)
  })

  test('removes a stop, but leaves two', () => {
    const two = withoutStopAt(builder(TEAL), 1)
    expect(colours(two)).toEqual(['#0f766e', '#312e81'])
    expect(withoutStopAt(two, 0)).toEqual(two)
  })

  test('gives a stop another colour', () => {
    const picker = withStopColor(builder(), 1, ' #AA00FF ')
    expect(pickedGradient(picker)).toBe('linear-gradient(135deg, #fbbf24 0%, #aa00ff 100%)')
  })

  test.each([
    [42, 42],
    [41.6, 42],
    [-3, 0],
    [101, 100],
  ])('moves a stop to %d: %d', (wanted, position) => {
    expect(positions(withStopPosition(builder(), 0, wanted))).toEqual([position, 100])
  })

  test('lets a stop pass its neighbour, while its row stays', () => {
    const picker = withStopPosition(withStopPosition(builder(), 1, 50), 0, 80)
    expect(positions(picker)).toEqual([80, 50])
    expect(pickedGradient(picker)).toBe('linear-gradient(135deg, #f59e0b 50%, #fbbf24 80%)')
  })
})

describe('a colour that is none', () => {
  const half = withStopColor(builder(), 1, '#12')

  test('stays as it was typed, and the stop keeps its colour', () => {
    expect(half.stops[1]).toMatchObject({ typed: '#12', colour: '#f59e0b', position: 100 })
    expect(half.stops.map(hasColor)).toEqual([true, false])
    expect(previewedGradient(half)).toBe(GOLD)
  })

  test.each(['', 'red', '#fff', '3b82f6', '#3b82f6ff', 'url(x)'])('is %j', typed => {
    const picker = withStopColor(builder(), 0, typed)
    expect(picker.stops[0]).toMatchObject({ typed, colour: '#fbbf24' })
    expect(picker.css).toBe(GOLD)
  })

  test('is not applied, and told by its number', () => {
    expect(pickedGradient(half)).toBe('')
    expect(getPickerProblem(half)).toBe('Stop 2 has no valid colour')
  })

  test('survives what is done to the others', () => {
    const picker = withAddedStop(withStopPosition(withDirection(half, 0), 1, 60))
    expect(picker.stops[1]).toMatchObject({ typed: '#12', colour: '#f59e0b', position: 60 })
  })

  test('is no trouble once it is finished, or a preset was chosen instead', () => {
    expect(pickedGradient(withStopColor(half, 1, '#123456'))).toContain('#123456 100%')
    expect(pickedGradient(withCode(half, TEAL))).toBe(TEAL)
  })
})

describe('CSS code', () => {
  test('that is a gradient is taken over by the builder', () => {
    const picker = withCode(code(), 'LINEAR-GRADIENT(45deg,#FFFFFF 0%,\n  #000000 100%)')
    expect(pickedGradient(picker)).toBe('linear-gradient(45deg, #ffffff 0%, #000000 100%)')
    expect(picker.code).toContain('LINEAR-GRADIENT')
    expect({ ...picker, custom: 'builder' }).toMatchObject({
      direction: 45,
      stops: [
        { typed: '#ffffff', position: 0 },
        { typed: '#000000', position: 100 },
      ],
    })
  })

  test.each([
    'red',
    'radial-gradient(circle, #ffffff 0%, #000000 100%)',
    'linear-gradient(to right, #ffffff 0%, #000000 100%)',
    `${GOLD}; color: red`,
  ])('that is no gradient of ours is refused and kept: %j', text => {
    const picker = withCode(code(), text)
    expect(isInvalidCode(picker)).toBe(true)
    expect(picker.code).toBe(text)
    expect(pickedGradient(picker)).toBe('')
    expect(previewedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('This CSS cannot be applied')
  })

  test('that was refused leaves the builder its last gradient', () => {
    const refused = withCode(code(TEAL), 'red')
    expect(pickedGradient({ ...refused, custom: 'builder' })).toBe(TEAL)
    const turned = withDirection({ ...refused, custom: 'builder' }, 180)
    expect(isInvalidCode(turned)).toBe(false)
    expect(turned.code).toBe(TEAL.replace('90deg', '180deg'))
  })

  test('that is empty is not refused, but not applied either', () => {
    const picker = withCode(code(), ' ')
    expect(isInvalidCode(picker)).toBe(false)
    expect(pickedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('No gradient written yet')
  })
})

test('a gradient is shown by its first 40 characters', () => {
  expect(truncate(GOLD)).toBe('linear-gradient(135deg, #fbbf24 0%, #f59…')
  expect(truncate('x'.repeat(40))).toBe('x'.repeat(40))
  expect(truncate('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
})
