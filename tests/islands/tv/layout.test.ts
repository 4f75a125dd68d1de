import { describe, expect, test } from 'bun:test'
import { type Area, getLayout, getStageSize } from '../../../islands/stage/layout.ts'

const CASES = [false, true].flatMap(isPortrait =>
  [false, true].flatMap(hasMarquee =>
    (['none', 'line', 'full'] as const).flatMap(panel =>
      [0, 60].map(line => ({ isPortrait, hasMarquee, panel, line })),
    ),
  ),
)

const getSize = ({ width, height }: Area) => width * height

function overlap(a: Area, b: Area) {
  const isBeside = a.left + a.width <= b.left || b.left + b.width <= a.left
  const isBelow = a.top + a.height <= b.top || b.top + b.height <= a.top
  return !isBeside && !isBelow
}

describe.each(CASES)('the parts of the stage, %o', options => {
  const { width, height } = getStageSize(options.isPortrait)
  const areas = Object.values(getLayout(options)).filter(area => getSize(area) > 0)

  test('cover it', () => {
    expect(areas.reduce((sum, area) => sum + getSize(area), 0)).toBe(width * height)
  })

  test('are within it, and none covers another', () => {
    for (const [at, area] of areas.entries()) {
      expect(area.left + area.width).toBeLessThanOrEqual(width)
      expect(area.top + area.height).toBeLessThanOrEqual(height)
      expect(areas.slice(at + 1).filter(other => overlap(area, other))).toEqual([])
    }
  })
})

test('what has failed leaves nearly everything to the clock', () => {
  const height = (panel: 'none' | 'line' | 'full') =>
    getLayout({ isPortrait: false, hasMarquee: false, panel }).clock.height
  expect([height('none'), height('line')]).toEqual([380, 316])
  expect(height('full')).toBeLessThan(200)
})

test('upright, the call is on top and the pictures are below the history', () => {
  const layout = getLayout({ isPortrait: true, hasMarquee: true, panel: 'full' })
  const parts = ['clinic', 'call', 'history', 'media', 'clock', 'panel', 'marquee'] as const
  const tops = parts.map(part => layout[part].top)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(new Set(Object.values(layout).map(({ width }) => width))).toEqual(new Set([1080]))
})
