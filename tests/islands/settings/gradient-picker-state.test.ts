import { describe, expect, test } from 'bun:test'
import {
  createPicker,
  getPickerProblem,
  hasColor,
  isInvalidCode,
  type Picker,
  pickedGradient,
  previewedGradient,
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

test.each(['', 'red'])('a new picker has nothing to apply without a gradient: %j', value => {
  const picker = createPicker(value)
  expect([pickedGradient(picker), picker.stops]).toEqual(['', []])
  expect(getPickerProblem(picker)).toBe('No gradient chosen yet')
})

describe('the builder', () => {
  test('starts at 50, and needs two stops', () => {
    const first = withAddedStop(builderPicker(''))
    expect(positionsOf(first)).toEqual([50])
    expect(pickedGradient(first)).toBe('')
    expect(getPickerProblem(first)).toBe('Add at least 2 colors')
    expect(pickedGradient(withAddedStop(first))).toBe(
      'linear-gradient(135deg, #3b82f6 50%, #3b82f6 70%)',
    )
  })

  test('has at most ten stops, each with an id of its own', () => {
    const picker = withAddedStop(withoutStopAt(withTenStops(), 4))
    expect(new Set(picker.stops.map(stop => stop.id)).size).toBe(10)
    expect(withAddedStop(picker)).toEqual(picker)
  })

  test('removes a stop, but keeps two', () => {
    const twoStops = withoutStopAt(builderPicker(TEAL), 1)
    expect(colorsOf(twoStops)).toEqual(['#0f766e', '#312e81'])
    expect(withoutStopAt(twoStops, 0)).toEqual(twoStops)
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

  test('is not applied, and named, until it is complete or a preset is chosen', () => {
    const moved = withStopPosition(withDirection(incomplete, 270), 1, 60)
    expect(pickedGradient(moved)).toBe('')
    expect(getPickerProblem(moved)).toBe('Stop 2 has no valid color')
    expect(pickedGradient(withStopColor(moved, 1, ' #AA00FF '))).toBe(
      'linear-gradient(270deg, #fbbf24 0%, #aa00ff 60%)',
    )
    expect(pickedGradient(withCode(moved, TEAL))).toBe(TEAL)
  })
})

describe('CSS code', () => {
  test('that is a gradient is shown in the builder', () => {
    const picker = withCode(codePicker(), 'LINEAR-GRADIENT(45deg,#FFFFFF 0%,\n  #000000 100%)')
    expect(pickedGradient(picker)).toBe('linear-gradient(45deg, #ffffff 0%, #000000 100%)')
    expect(picker.code).toContain('LINEAR-GRADIENT')
    expect([picker.direction, colorsOf(picker)]).toEqual([45, ['#ffffff', '#000000']])
  })

  test.each([
    [' ', false, 'No gradient entered yet'],
    ['red', true, 'This CSS cannot be applied'],
    [`${GOLD}; color: red`, true, 'This CSS cannot be applied'],
  ])(
    'that is not supported is not applied and stays in its field: %j',
    (text, isInvalid, problem) => {
      const picker = withCode(codePicker(), text)
      expect(isInvalidCode(picker)).toBe(isInvalid)
      expect(picker.code).toBe(text)
      expect(pickedGradient(picker)).toBe('')
      expect(previewedGradient(picker)).toBe('')
      expect(getPickerProblem(picker)).toBe(problem)
    },
  )

  test('that was rejected leaves the last gradient in the builder', () => {
    const refused = withCode(codePicker(TEAL), 'red')
    expect(pickedGradient({ ...refused, custom: 'builder' })).toBe(TEAL)
    const turned = withDirection({ ...refused, custom: 'builder' }, 180)
    expect(isInvalidCode(turned)).toBe(false)
    expect(turned.code).toBe(TEAL.replace('90deg', '180deg'))
  })
})
