import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { PRAYER_METHODS } from '#domain/display/prayer-times'
import { DomainError } from '#domain/errors'
import { parseGradient } from '#domain/settings/gradient'
import { COLOR, GRADIENT, SWITCH } from '#domain/settings/setting-types'
import { findKey, getRow, SETTING_KEYS } from '#domain/settings/settings-schema'
import { saveSettings } from '../support/server/actions.ts'
import { withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()

type Row = { key: string; value: string; category: string }
const rows = () => ctx.database.read(db => db.all<Row>(sql`select * from settings order by key`))

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const WORDS: Record<string, readonly string[]> = {
  dashboardMediaType: ['own', 'youtube'],
  prayerMethod: PRAYER_METHODS,
  prayerAsr: ['standard', 'hanafi'],
  soundType: ['preset'],
  soundMode: ['preset'],
}
const value = fc.oneof(
  fc.constantFrom('true', 'false', '#0ea5e9', SEA, 'solid', 'gradient', '70', 'own', ''),
  fc.constantFrom('red', `${SEA}; color: red`, 'url(x)', '</style>', '#0ea5e9;}', '101'),
  fc.string({ unit: 'binary' }),
)
/** Mostly with the right category, so that many saves succeed. */
const change = fc
  .record({
    key: fc.oneof({ weight: 20, arbitrary: fc.constantFrom<string>(...SETTING_KEYS) }, fc.string()),
    value,
    isRight: fc.nat(20).map(Boolean),
  })
  .map(({ key, value, isRight }) => {
    const known = findKey(key)
    const category = known ? getRow(known).category : 'display'
    return { key, value, category: isRight ? category : 'other' }
  })

test('a saved value is always valid, and a rejected save changes nothing', async () => {
  const counts = { saved: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 4 }), async changes => {
      const before = await rows()
      try {
        await saveSettings(ctx.clinic, changes)
        counts.saved++
      } catch (no) {
        if (!(no instanceof DomainError)) throw no
        counts.refused++
        expect(no.field).toBeString()
        expect(await rows()).toEqual(before)
      }
      for (const row of await rows()) expect(kindOf(row)).toBe('right')
    }),
    { numRuns: 300 },
  )
  expect(Math.min(counts.saved, counts.refused)).toBeGreaterThan(20)
})

/** Written independently of the tested rules, so that it does not repeat their mistakes. */
function kindOf({ key, value, category }: Row) {
  const known = SETTING_KEYS.find(one => one === key)
  if (!known || getRow(known).category !== category) return 'unknown'
  const { type } = getRow(known)
  if (type === COLOR) return /^#[0-9a-f]{6}$/i.test(value) ? 'right' : 'no color'
  if (type === GRADIENT) return parseGradient(value) ? 'right' : 'no gradient'
  if (type === SWITCH) return ['true', 'false'].includes(value) ? 'right' : 'no boolean'
  const words = WORDS[key] ?? (key.endsWith('Mode') ? ['solid', 'gradient'] : null)
  if (words) return words.includes(value) ? 'right' : 'not one of its words'
  return value.length <= 500 && !/\p{Cc}/u.test(value) ? 'right' : 'no text'
}
