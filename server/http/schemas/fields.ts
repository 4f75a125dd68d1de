import { z } from 'zod'
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
