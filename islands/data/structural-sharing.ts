/** The new list, with the previous objects where nothing changed. */
export function shareUnchangedItems<T extends { id: number }>(previous: T[], next: T[]): T[] {
  const previousById = new Map(previous.map(item => [item.id, item]))
  return next.map(item => {
    const match = previousById.get(item.id)
    return match !== undefined && JSON.stringify(match) === JSON.stringify(item) ? match : item
  })
}

/** The previous object if the new one is equal, so that nothing is rendered again. */
export function shareIfEqual<T>(previous: T, next: T): T {
  return JSON.stringify(previous) === JSON.stringify(next) ? previous : next
}
