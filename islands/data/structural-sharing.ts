/** The new list with the very objects of the old one where nothing about them changed. */
export function shareUnchangedItems<T extends { id: number }>(before: T[], after: T[]): T[] {
  const known = new Map(before.map(one => [one.id, one]))
  return after.map(one => {
    const old = known.get(one.id)
    return old !== undefined && JSON.stringify(old) === JSON.stringify(one) ? old : one
  })
}

/** The very object of before where the answer says the same, so that nothing is drawn anew. */
export function shareIfEqual<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}
