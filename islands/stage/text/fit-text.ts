import { splitGraphemes } from '#domain/text'

/** A text up to a possible line break. Widths are in px at a font size of 1 px. */
type Piece = { width: number; space: number }

export type Box = {
  width: number
  height: number
  largest: number
  smallest: number
  lines: number
  /** The height of a line, in font sizes. */
  lineHeight?: number
}

/** A line height that suits capitals. Other letters may need more. */
export const LINE_HEIGHT = 1.1

function findLargestSize(pieces: Piece[], box: Box) {
  let low = box.smallest
  let high = box.largest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(pieces, middle, box)) low = middle
    else high = middle - 1
  }
  return low
}

function fits(pieces: Piece[], size: number, box: Box) {
  const { width, height, lines, lineHeight = LINE_HEIGHT } = box
  const lineWidth = width / size
  if (pieces.some(piece => piece.width > lineWidth)) return false
  const lineCount = countLines(pieces, lineWidth)
  return lineCount <= lines && lineCount * size * lineHeight <= height
}

function countLines(pieces: Piece[], lineWidth: number) {
  let lines = 1
  let used = 0
  for (const { width, space } of pieces) {
    if (used + width > lineWidth) {
      lines++
      used = 0
    }
    used += width + space
  }
  return lines
}

// Scripts without spaces may break after any letter.
const BREAKS_ANYWHERE_SCRIPTS = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/

const MIN_GAIN_FOR_BREAK = 1.5

/** A name stays whole from this share of the largest size, because a broken name reads like two. */
const LARGE_ENOUGH_SHARE = 0.5

// In Arabic, Tamil and related scripts a letter's width depends on its neighbors.
const JOINING_SCRIPTS = /[\u0590-\u1cff]/

const MIN_GAIN_FOR_LINE = 1.25

export function fitText(text: string, measure: (text: string) => number, box: Box) {
  const words = splitText(text, measure)
  const size = fitInFewLines(words, box)
  const canStayWhole = fits(words, size, box)
  if (canStayWhole && size >= box.largest * LARGE_ENOUGH_SHARE) return { size, isBroken: false }
  if (JOINING_SCRIPTS.test(text)) return { size, isBroken: !canStayWhole }
  const brokenSize = fitInFewLines(splitText(text, measure, true), box)
  const isBroken = brokenSize > size * MIN_GAIN_FOR_BREAK || !canStayWhole
  return { size: isBroken ? brokenSize : size, isBroken }
}

function fitInFewLines(pieces: Piece[], box: Box) {
  const wrappedSize = findLargestSize(pieces, box)
  const oneLine = { ...box, lines: 1 }
  const oneLineSize = findLargestSize(pieces, oneLine)
  const isEnough = wrappedSize < box.largest && oneLineSize * MIN_GAIN_FOR_LINE >= wrappedSize
  return isEnough && fits(pieces, oneLineSize, oneLine) ? oneLineSize : wrappedSize
}

function splitText(text: string, measure: (text: string) => number, anywhere = false): Piece[] {
  const space = measure(' ')
  const pieces: Piece[] = []
  for (const word of text.split(' ').filter(part => part !== '')) {
    const parts = anywhere || BREAKS_ANYWHERE_SCRIPTS.test(word) ? splitGraphemes(word) : [word]
    parts.forEach((part, index) => {
      pieces.push({ width: measure(part), space: index === parts.length - 1 ? space : 0 })
    })
  }
  return pieces
}
