import type { SeededRandom } from '../../seeded-random.ts'

export function createPicker<T>(items: T[], weightOf: (item: T) => number) {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0)
  return (random: SeededRandom): T => {
    let left = random.next() * total
    for (const item of items) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    throw new Error('nothing to pick from')
  }
}
