import type { Sight } from './sight.ts'

/** One thing that was looked at, and what was wrong with it, or null. */
export type Check = { about: string; fault: string | null }

/** Everything that somebody sees has to be what is there. */
export function agrees(whose: string, seen: Sight, there: Sight): Check[] {
  return Object.entries(seen).map(([place, lines]) => {
    const fault = difference(lines, there[place] ?? [])
    return { about: whose, fault: fault && `${whose}, ${place}: ${fault}` }
  })
}

function difference(seen: string[], there: string[]) {
  const length = Math.max(seen.length, there.length)
  const at = Array.from({ length }, (_, n) => n).find(n => seen[n] !== there[n])
  if (at === undefined) return null
  return `line ${at + 1} is "${seen[at] ?? 'missing'}", and should be "${there[at] ?? 'missing'}"`
}

/** One check that is right or wrong as a whole. */
export function check(about: string, isRight: boolean, fault: string): Check {
  return { about, fault: isRight ? null : fault }
}
