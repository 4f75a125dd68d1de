import { cutText, toOneLine } from '../text.ts'

/** What people quote in a sentence; a file may have anything in a cell. */
const MAX_QUOTED = 40

export function quoteCell(text = '') {
  // A cell may be long, and characters are counted slowly.
  const start = toOneLine(text.slice(0, MAX_QUOTED * 5))
  const quoted = cutText(start, MAX_QUOTED)
  const isWhole = quoted === start && text.length <= MAX_QUOTED * 5
  return `"${quoted}${isWhole ? '' : '…'}"`
}
