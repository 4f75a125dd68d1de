import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { Refusal } from '#domain/errors'
import { parseGradient } from '#domain/settings/gradient'
import { SETTING_RULES } from '#domain/settings/settings-schema'
import { saveSettings } from '../../server/actions/settings.ts'
import { aClinic, type TestClinic } from '../support/clinic.ts'

let it: TestClinic

beforeEach(async () => {
  it = await aClinic()
})
afterEach(() => it.close())

type Row = { key: string; value: string; category: string }
const rows = () => it.database.read(db => db.all<Row>(sql`select * from settings order by key`))

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const keys = Object.keys(SETTING_RULES)
const value = fc.oneof(
  fc.constantFrom('true', 'false', '#0ea5e9', SEA, 'solid', 'gradient', '70', 'own', ''),
  fc.constantFrom('red', `${SEA}; color: red`, 'url(x)', '</style>', '#0ea5e9;}', '101'),
  fc.string({ unit: 'binary' }),
)
/** Mostly with the category that is right, so that many a save goes through. */
const wish = fc
  .record({
    key: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...keys) }, fc.string()),
    value,
    isRight: fc.nat(20).map(Boolean),
  })
  .map(({ key, value, isRight }) => {
    const category = SETTING_RULES[key]?.category ?? 'display'
    return { key, value, category: isRight ? category : 'other' }
  })

test('whatever is saved, a kept value is of its kind, and a refused save changes nothing', async () => {
  const kept = { saved: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 4 }), async wishes => {
      const before = await rows()
      try {
        await saveSettings(it.clinic, wishes)
        kept.saved++
      } catch (no) {
        if (!(no instanceof Refusal)) throw no
        kept.refused++
        expect(no.field).toBeString()
        expect(await rows()).toEqual(before)
      }
      for (const row of await rows()) expect(kindOf(row)).toBe('right')
    }),
    { numRuns: 300 },
  )
  expect(Math.min(kept.saved, kept.refused)).toBeGreaterThan(20)
})

/** Told anew here, so that a mistake in the rules is not believed by their own words. */
function kindOf({ key, value, category }: Row) {
  const kind = SETTING_RULES[key]?.kind
  if (kind === undefined || SETTING_RULES[key]?.category !== category) return 'unknown'
  if (kind === 'colour') return /^#[0-9a-f]{6}$/i.test(value) ? 'right' : 'no colour'
  if (kind === 'gradient') return parseGradient(value) ? 'right' : 'no gradient'
  if (kind === 'boolean') return ['true', 'false'].includes(value) ? 'right' : 'no boolean'
  if (typeof kind === 'object') return kind.includes(value) ? 'right' : 'no word of it'
  return value.length <= 500 && !/\p{Cc}/u.test(value) ? 'right' : 'no text'
}
