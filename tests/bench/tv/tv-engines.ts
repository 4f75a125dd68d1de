import { findOrGetChromium } from '../../support/browser/chromium.ts'
import { findCachedEngine } from '../../support/browser/old-engines.ts'

type Engine = { name: string; path: string }
type Measured<T> = { name: string; value: T }[]

/** The installed Chromium, and 68 where it was fetched. */
export function enginesAtHand(): Engine[] {
  const current = findOrGetChromium()
  const old = findCachedEngine(68)
  if (!old)
    console.log('without Chromium 68: `bun tests/support/browser/old-engines.ts` fetches it')
  return [...(old ? [{ name: '68', path: old }] : []), { name: 'current', path: current }]
}

/** In sequence, so that they do not compete for the CPU. */
export async function inEach<T>(measure: (path: string) => Promise<T>): Promise<Measured<T>> {
  const measured: Measured<T> = []
  for (const { name, path } of enginesAtHand()) measured.push({ name, value: await measure(path) })
  return measured
}

export function message<T>(measured: Measured<T>, words: (value: T) => string) {
  return measured.map(({ name, value }) => `${name}: ${words(value)}`).join('; ')
}
