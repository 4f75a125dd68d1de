import { expect, test } from 'bun:test'
import { shareSize } from '../../../../islands/stage/panels/call/HistoryPanel.tsx'

test.each([
  ['all have the smallest size that one of them needs', [40, 36, 40], [36, 36, 36]],
  ['one that needs less than the smallest shared size has its own', [40, 22, 34], [28, 22, 28]],
  ['one alone keeps its size', [38], [38]],
  ['there may be none', [], []],
])('%s', (_, sizes, expected) => {
  expect(shareSize(sizes)).toEqual(expected)
})
