import { splitGraphemes } from '#domain/text'

/** A piece of text that a line may break behind, with its width in px at a size of 1 px. */
type Piece = { width: number; space: number }

/** All in px; `lines` is how many a text may take. */
export type Box = {
  width: number
  height: number
  largest: number
  smallest: number
  lines: number
}

export const LINE_HEIGHT = 1.1

/** The largest whole size at which the pieces, broken into lines, stay inside the box. */
export function findLargestSize(pieces: Piece[], box: Box) {
  let low = box.smallest
  let high = box.largest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(pieces, middle, box)) low = middle
    else high = middle - 1
  }
  return low
}

function fits(pieces: Piece[], size: number, { width, height, lines }: Box) {
  const room = width / size
  if (pieces.some(piece => piece.width > room)) return false
  const taken = countLines(pieces, room)
  return taken <= lines && taken * size * LINE_HEIGHT <= height
}

function countLines(pieces: Piece[], room: number) {
  let lines = 1
  let used = 0
  for (const { width, space } of pieces) {
    if (used + width > room) {
      lines++
      used = 0
    }
    used += width + space
  }
  return lines
}

// Scripts that are written without spaces break behind any letter.
const BREAKS_ANYWHERE_SCRIPTS = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/

/** How much larger a text has to become before a word of it may be broken in two. */
const MIN_GAIN_FOR_BREAK = 1.5

/** A name in two pieces is read as two names: one this large, against the largest there is, stays whole. */
const LARGE_ENOUGH_SHARE = 0.5

// Letters that take their shape from those beside them: Arabic, Tamil and its kin.
const JOINING_SCRIPTS = /[\u0590-\u1cff]/

/** A line more is not worth a text that becomes only this much larger. */
const MIN_GAIN_FOR_LINE = 1.25

/** The size of a text, and whether its words have to be broken for that. */
export function fitText(text: string, measure: (text: string) => number, box: Box) {
  const words = splitText(text, measure)
  const size = fitInFewLines(words, box)
  const isInPlace = fits(words, size, box)
  if (isInPlace && size >= box.largest * LARGE_ENOUGH_SHARE) return { size, isBroken: false }
  // Where it may be broken only the browser knows: it is, if it must be, where there is most room for that.
  if (JOINING_SCRIPTS.test(text)) return { size, isBroken: !isInPlace }
  // Measuring letter by letter costs, and most names have nothing to gain from it.
  if (isInPlace && getUpperBound(words, box) <= size * MIN_GAIN_FOR_BREAK)
    return { size, isBroken: false }
  const broken = fitInFewLines(splitText(text, measure, true), box)
  const isBroken = broken > size * MIN_GAIN_FOR_BREAK || !isInPlace
  return { size: isBroken ? broken : size, isBroken }
}

/** What no way of breaking a text can exceed: as if it filled every line to its end. */
function getUpperBound(pieces: Piece[], box: Box) {
  const letters = pieces.reduce((sum, { width }) => sum + width, 0)
  return Math.min(findLargestSize([], box), (box.width * box.lines) / letters)
}

function fitInFewLines(pieces: Piece[], box: Box) {
  const large = findLargestSize(pieces, box)
  const oneLine = { ...box, lines: 1 }
  const small = findLargestSize(pieces, oneLine)
  const isEnough = small * MIN_GAIN_FOR_LINE >= large && fits(pieces, small, oneLine)
  return isEnough ? small : large
}

/** Splits a text where a browser may break it; `anywhere` behind every letter. */
export function splitText(
  text: string,
  measure: (text: string) => number,
  anywhere = false,
): Piece[] {
  const space = measure(' ')
  const pieces: Piece[] = []
  for (const word of text.split(' ').filter(one => one !== '')) {
    const parts = anywhere || BREAKS_ANYWHERE_SCRIPTS.test(word) ? splitGraphemes(word) : [word]
    parts.forEach((part, at) => {
      pieces.push({ width: measure(part), space: at === parts.length - 1 ? space : 0 })
    })
  }
  return pieces
}
