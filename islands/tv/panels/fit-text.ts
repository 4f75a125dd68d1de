import { letters } from '#domain/text'

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
export function fittingSize(pieces: Piece[], box: Box) {
  let low = box.smallest
  let high = box.largest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isInside(pieces, middle, box)) low = middle
    else high = middle - 1
  }
  return low
}

function isInside(pieces: Piece[], size: number, { width, height, lines }: Box) {
  const room = width / size
  if (pieces.some(piece => piece.width > room)) return false
  const taken = linesTaken(pieces, room)
  return taken <= lines && taken * size * LINE_HEIGHT <= height
}

function linesTaken(pieces: Piece[], room: number) {
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
const BREAKS_ANYWHERE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/

/** How much larger a text has to become before a word of it may be broken in two. */
const WORTH_A_BROKEN_WORD = 1.5

/** A name in two pieces is read as two names: one this large, against the largest there is, stays whole. */
const LARGE_ENOUGH = 0.5

// Letters that take their shape from those beside them: Arabic, Tamil and its kin.
const HANGS_TOGETHER = /[\u0590-\u1cff]/

/** A line more is not worth a text that becomes only this much larger. */
const WORTH_A_LINE = 1.25

/** The size of a text, and whether its words have to be broken for that. */
export function fit(text: string, measure: (text: string) => number, box: Box) {
  const words = piecesOf(text, measure)
  const size = sizeInFewLines(words, box)
  const isInPlace = isInside(words, size, box)
  if (isInPlace && size >= box.largest * LARGE_ENOUGH) return { size, isBroken: false }
  // Where it may be broken only the browser knows: it is, if it must be, where there is most room for that.
  if (HANGS_TOGETHER.test(text)) return { size, isBroken: !isInPlace }
  // Measuring letter by letter costs, and most names have nothing to gain from it.
  if (isInPlace && sizeAtMost(words, box) <= size * WORTH_A_BROKEN_WORD)
    return { size, isBroken: false }
  const broken = sizeInFewLines(piecesOf(text, measure, true), box)
  const isBroken = broken > size * WORTH_A_BROKEN_WORD || !isInPlace
  return { size: isBroken ? broken : size, isBroken }
}

/** What no way of breaking a text can exceed: as if it filled every line to its end. */
function sizeAtMost(pieces: Piece[], box: Box) {
  const letters = pieces.reduce((sum, { width }) => sum + width, 0)
  return Math.min(fittingSize([], box), (box.width * box.lines) / letters)
}

function sizeInFewLines(pieces: Piece[], box: Box) {
  const large = fittingSize(pieces, box)
  const oneLine = { ...box, lines: 1 }
  const small = fittingSize(pieces, oneLine)
  const isEnough = small * WORTH_A_LINE >= large && isInside(pieces, small, oneLine)
  return isEnough ? small : large
}

/** Splits a text where a browser may break it; `anywhere` behind every letter. */
export function piecesOf(
  text: string,
  measure: (text: string) => number,
  anywhere = false,
): Piece[] {
  const space = measure(' ')
  const pieces: Piece[] = []
  for (const word of text.split(' ').filter(one => one !== '')) {
    const parts = anywhere || BREAKS_ANYWHERE.test(word) ? letters(word) : [word]
    parts.forEach((part, at) => {
      pieces.push({ width: measure(part), space: at === parts.length - 1 ? space : 0 })
    })
  }
  return pieces
}
