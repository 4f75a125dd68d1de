import type { View } from './expected-view.ts'

/** One comparison; `error` is null if it is correct. */
export type Check = { about: string; error: string | null }

export function compareViews(viewer: string, actual: View, expected: View): Check[] {
  return Object.entries(actual).map(([section, lines]) => {
    const error = difference(lines, expected[section] ?? [])
    return { about: viewer, error: error && `${viewer}, ${section}: ${error}` }
  })
}

function difference(actual: string[], expected: string[]) {
  const length = Math.max(actual.length, expected.length)
  const index = Array.from({ length }, (_, n) => n).find(n => actual[n] !== expected[n])
  if (index === undefined) return null
  return `line ${index + 1} is "${actual[index] ?? 'missing'}", and should be "${expected[index] ?? 'missing'}"`
}

/** One check that is right or wrong as a whole. */
export function createCheck(about: string, isRight: boolean, error: string): Check {
  return { about, error: isRight ? null : error }
}
