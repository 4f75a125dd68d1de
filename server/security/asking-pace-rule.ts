/** How often one address may ask for something that anybody may ask for. */
export type Allowance = { most: number; withinMs: number }

/** Milliseconds until an address may ask once more; `asked` are the times at which it did. */
export function waitBeforeNextAsking(asked: number[], now: number, allowance: Allowance) {
  const { most, withinMs } = allowance
  const lately = askedLately(asked, now, allowance)
  const [oldest] = lately.slice(-most)
  if (oldest === undefined || lately.length < most) return 0
  return oldest + withinMs - now
}

/** Without those of the future, from before the clock was set back: they would count until then. */
export function askedLately(asked: number[], now: number, { withinMs }: Allowance) {
  return asked.filter(at => at <= now && now - at < withinMs)
}
