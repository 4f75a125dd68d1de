import { z } from 'zod'
import type { Location } from '#domain/display/weather'
import { isDay } from '#domain/time'
import { PASSWORD_MAX } from '#domain/users/password'

export const textField = (
  sentence: string,
  max = 200,
  tooLong = `Must be at most ${max} characters`,
) => z.string({ error: sentence }).max(max, { error: tooLong })

export const requiredTextField = (sentence: string, max?: number) =>
  textField(sentence, max).refine(text => text.trim() !== '', { error: sentence })

/** Keeps the password as typed, because earlier versions allowed blanks at both ends. */
export const passwordField = (sentence: string) =>
  textField(sentence, PASSWORD_MAX).min(1, { error: sentence })

export const idField = z.coerce
  .number({ error: 'Must be a number' })
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)

export const idParam = z.object({ id: idField })

export const dayParam = z.object({ day: dayField('day') })

export function dayField(field: string) {
  const error = `${field} must be a day such as 2026-11-23`
  return z.string({ error }).refine(isDay, { error })
}

export const idNumber = (field: string) =>
  z
    .number({ error: `${field} must be a number` })
    .int()
    .positive()

export const booleanField = (field: string) =>
  z.boolean({ error: `${field} must be true or false` })

/** Counts the items before zod reads them, because a hostile list may have very many. */
export function listField<Item extends z.ZodType>(
  item: Item,
  max: number,
  error: string,
  tooLong = error,
) {
  const count = (items: z.input<Item>[], { addIssue }: { addIssue(sentence: string): void }) => {
    if (Array.isArray(items) && items.length > max) addIssue(tooLong)
    return items
  }
  return z.preprocess(count, z.array(item, { error }).max(max))
}

export const locationQuery = z
  .object({ latitude: degreesField(90).optional(), longitude: degreesField(180).optional() })
  .transform(({ latitude, longitude }, context): Location | undefined => {
    if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
    if (latitude === undefined && longitude === undefined) return undefined
    const missing = latitude === undefined ? 'latitude' : 'longitude'
    context.issues.push({
      code: 'custom',
      path: [missing],
      message: 'Latitude and longitude belong together',
      input: undefined,
    })
    return z.NEVER
  })

function degreesField(limit: number) {
  return textField('Must be a number', 30)
    .refine(text => text.trim() !== '' && Math.abs(Number(text)) <= limit, {
      error: `Must be a number from -${limit} to ${limit}`,
    })
    .transform(Number)
}
