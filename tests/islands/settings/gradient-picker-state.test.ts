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

const builderPicker = (value = GOLD): Picker => ({ ...createPicker(value), tab: 'custom' })
const codePicker = (value = GOLD): Picker => ({ ...builderPicker(value), custom: 'code' })
const colorsOf = ({ stops }: Picker) => stops.map(stop => stop.color)
const positionsOf = ({ stops }: Picker) => stops.map(stop => stop.position)

function withTenStops() {
  let picker = builderPicker()
  while (picker.stops.length < 10) picker = withAddedStop(picker)
  return picker
}

describe('a new picker', () => {
  test('has the given gradient', () => {
    const picker = createPicker(TEAL)
    expect(pickedGradient(picker)).toBe(TEAL)
    expect(picker.direction).toBe(90)
    expect(colorsOf(picker)).toEqual(['#0f766e', '#0369a1', '#312e81'])
    expect(positionsOf(picker)).toEqual([0, 40, 100])
  })

  test.each(['', 'red'])('has nothing to apply without a gradient: %j', value => {
    const picker = createPicker(value)
    expect(pickedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('No gradient chosen yet')
    expect(picker.stops).toEqual([])
  })
})

test('a preset is shown in the builder and in the code', () => {
  const picker = withCode(createPicker(GOLD), TEAL)
  expect(pickedGradient(picker)).toBe(TEAL)
  expect(colorsOf(picker)).toHaveLength(3)
  expect(picker.code).toBe(TEAL)
})

describe('the builder', () => {
  test('changes the direction', () => {
    const picker = withDirection(builderPicker(), 270)
    expect(pickedGradient(picker)).toBe('linear-gradient(270deg, #fbbf24 0%, #f59e0b 100%)')
    expect(picker.code).toBe(pickedGradient(picker))
  })

  test('adds a blue stop behind the last, at 100 at most', () => {
    const picker = withAddedStop(withStopPosition(builderPicker(), 1, 70))
    expect(picker.stops.at(-1)).toMatchObject({ color: '#3b82f6', position: 90 })
    expect(positionsOf(withAddedStop(picker))).toEqual([0, 70, 90, 100])
  })

  test('starts at 50, and needs two stops', () => {
    const first = withAddedStop(builderPicker(''))
    expect(positionsOf(first)).toEqual([50])
    expect(pickedGradient(first)).toBe('')
    expect(getPickerProblem(first)).toBe('Add at least 2 colors')
    expect(pickedGradient(withAddedStop(first))).toBe(
      'linear-gradient(135deg, #3b82f6 50%, #3b82f6 70%)',
    )
  })

  test('has at most ten stops', () => {
    const full = withTenStops()
    expect(full.stops).toHaveLength(10)
    expect(withAddedStop(full)).toEqual(full)
    expect(parseGradient(pickedGradient(full))?.stops).toHaveLength(10)
  })

  test('keeps stop ids unique after adding and removing', () => {
    const picker = withAddedStop(withoutStopAt(withTenStops(), 4))
    expect(new Set(picker.stops.map(stop => stop.id)).size).toBe(10)
  })

  test('removes a stop, but keeps two', () => {
    const twoStops = withoutStopAt(builderPicker(TEAL), 1)
    expect(colorsOf(twoStops)).toEqual(['#0f766e', '#312e81'])
    expect(withoutStopAt(twoStops, 0)).toEqual(twoStops)
  })

  test('gives a stop another color', () => {
    const picker = withStopColor(builderPicker(), 1, ' #AA00FF ')
    expect(pickedGradient(picker)).toBe('linear-gradient(135deg, #fbbf24 0%, #aa00ff 100%)')
  })

  test.each([
    [42, 42],
    [41.6, 42],
    [-3, 0],
    [101, 100],
  ])('moves a stop to %d: %d', (requested, position) => {
    expect(positionsOf(withStopPosition(builderPicker(), 0, requested))).toEqual([position, 100])
  })

  test('lets a stop pass its neighbor, while the rows keep their order', () => {
    const picker = withStopPosition(withStopPosition(builderPicker(), 1, 50), 0, 80)
    expect(positionsOf(picker)).toEqual([80, 50])
    expect(pickedGradient(picker)).toBe('linear-gradient(135deg, #f59e0b 50%, #fbbf24 80%)')
  })
})

describe('an invalid color', () => {
  const incomplete = withStopColor(builderPicker(), 1, '#12')

  test('stays in its field, and the stop keeps its color', () => {
    expect(incomplete.stops[1]).toMatchObject({ typed: '#12', color: '#f59e0b', position: 100 })
    expect(incomplete.stops.map(hasColor)).toEqual([true, false])
    expect(previewedGradient(incomplete)).toBe(GOLD)
  })

  test('is not applied, and named by its number', () => {
    expect(pickedGradient(incomplete)).toBe('')
    expect(getPickerProblem(incomplete)).toBe('Stop 2 has no valid color')
  })

  test('stays when other stops change', () => {
    const picker = withAddedStop(withStopPosition(withDirection(incomplete, 0), 1, 60))
    expect(picker.stops[1]).toMatchObject({ typed: '#12', color: '#f59e0b', position: 60 })
  })

  test('is forgotten once it is complete or a preset is chosen', () => {
    expect(pickedGradient(withStopColor(incomplete, 1, '#123456'))).toContain('#123456 100%')
    expect(pickedGradient(withCode(incomplete, TEAL))).toBe(TEAL)
  })
})

describe('CSS code', () => {
  test('that is a gradient is shown in the builder', () => {
    const picker = withCode(codePicker(), 'LINEAR-GRADIENT(45deg,#FFFFFF 0%,\n  #000000 100%)')
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
    'linear-gradient(to nowhere, #ffffff 0%, #000000 100%)',
    `${GOLD}; color: red`,
  ])('that is not supported is rejected and stays in its field: %j', text => {
    const picker = withCode(codePicker(), text)
    expect(isInvalidCode(picker)).toBe(true)
    expect(picker.code).toBe(text)
    expect(pickedGradient(picker)).toBe('')
    expect(previewedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('This CSS cannot be applied')
  })

  test('that was rejected leaves the last gradient in the builder', () => {
    const refused = withCode(codePicker(TEAL), 'red')
    expect(pickedGradient({ ...refused, custom: 'builder' })).toBe(TEAL)
    const turned = withDirection({ ...refused, custom: 'builder' }, 180)
    expect(isInvalidCode(turned)).toBe(false)
    expect(turned.code).toBe(TEAL.replace('90deg', '180deg'))
  })

  test('that is empty is neither rejected nor applied', () => {
    const picker = withCode(codePicker(), ' ')
    expect(isInvalidCode(picker)).toBe(false)
    expect(pickedGradient(picker)).toBe('')
    expect(getPickerProblem(picker)).toBe('No gradient entered yet')
  })
})

test('a gradient is shown by its first 40 characters', () => {
  expect(truncate(GOLD)).toBe('linear-gradient(135deg, #fbbf24 0%, #f59…')
  expect(truncate('x'.repeat(40))).toBe('x'.repeat(40))
  expect(truncate('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
})
