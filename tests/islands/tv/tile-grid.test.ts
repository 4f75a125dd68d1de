import { expect, test } from 'bun:test'
import { getQueueTexts } from '#domain/display/words/translate'
import { getLineHeight } from '../../../islands/stage/layout.ts'
import { getTileAreas } from '../../../islands/stage/tiles/TilesStage.tsx'

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
