/** The name that was meant, for "did you mean"; null if nothing is close. */
export function findClosest(
  word: string,
  candidates: string[],
  limit = Math.max(2, Math.floor(word.length / 3)),
) {
  const letters = [...simplify(word)]
  const [best] = candidates
    .map(candidate => ({ candidate, others: [...simplify(candidate)] }))
    // There are as many edits at least, and each start compares the whole environment.
    .filter(({ others }) => Math.abs(others.length - letters.length) <= limit)
    .map(({ candidate, others }) => ({ candidate, distance: countEdits(letters, others) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= limit && best.distance <= word.length / 2 ? best.candidate : null
}

/** `--timezone`, `TIME_ZONE` and `CLINIC_TIME_ZONE` mean the same. */
export function simplify(word: string) {
  return word
    .toLowerCase()
    .replace(/^clinic[-_ ]?/, '')
    .replaceAll(/[-_ ]/g, '')
}

/** The Levenshtein distance: letters to add, leave out or replace. */
function countEdits(from: string[], to: string[]) {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const [left = 0, up = 0, corner = 0] = [current[column], above[column + 1], above[column]]
      current.push(Math.min(left + 1, up + 1, corner + (letter === other ? 0 : 1)))
    }
    above = current
  }
  return above.at(-1) ?? 0
}
