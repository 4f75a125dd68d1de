import { describe, expect, test } from 'bun:test'
import { getQueueTexts } from '#domain/display/words/translate'
import { type Area, getLayout, getLineHeight, getStageSize } from '../../../islands/stage/layout.ts'
import { getTileAreas } from '../../../islands/stage/tiles/TilesStage.tsx'

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

const WIDE = { left: 0, top: 112, width: 1920, height: 968 }
const UPRIGHT = { left: 0, top: 112, width: 1080, height: 1808 }

function getGrid(count: number, area: typeof WIDE) {
  const areas = getTileAreas(count, area)
  const countOf = (edges: number[]) => new Set(edges).size
  return [countOf(areas.map(({ left }) => left)), countOf(areas.map(({ top }) => top))]
}

test.each([
  [1, [1, 1]],
  [2, [2, 1]],
  [4, [2, 2]],
  [6, [3, 2]],
  [7, [4, 2]],
  [8, [4, 2]],
  [9, [3, 3]],
])('%i tiles are %p columns and rows, and upright the other way round', (count, grid) => {
  expect(getGrid(count, WIDE)).toEqual(grid)
  expect(getGrid(count, UPRIGHT)).toEqual(grid.toReversed())
})

test('tiles fill their area from its first corner to its last', () => {
  const areas = getTileAreas(8, WIDE)
  expect(areas[0]).toEqual({ left: 0, top: 112, width: 480, height: 484 })
  expect(areas[7]).toEqual({ left: 1440, top: 596, width: 480, height: 484 })
  expect(getTileAreas(0, WIDE)).toEqual([])
})

test('the line has only what there is to show', () => {
  const none = { waitingCount: null, range: null, missed: [] }
  expect(getQueueTexts(none, {})).toEqual([])
  expect(getQueueTexts({ ...none, waitingCount: 0 }, {})).toEqual(['Waiting: 0'])
  expect(getQueueTexts({ ...none, range: { low: 0, high: 15 } }, {})).toEqual(['Now up to 15 min'])
  expect([getLineHeight([], false), getLineHeight([], true)]).toEqual([0, 0])
  const three = ['Waiting: 12', 'Now up to 15 min', 'Missed: 041']
  expect(getLineHeight(three, true)).toBe(3 * getLineHeight(three, false))
})
