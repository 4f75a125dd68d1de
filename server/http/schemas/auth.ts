import { z } from 'zod'
import {
  cleanCode,
  PHONE_CODE_MAX,
  PHONE_CODE_MIN,
  SHORT_PHONE_CODE,
} from '#domain/auth/qr-session'
import { PASSWORD_MAX } from '#domain/users/password'
import { passwordField, requiredTextField } from './fields.ts'

export const signInForm = z.object({
  username: requiredTextField('Username is required'),
  password: passwordField('Password is required'),
})

export const passwordForm = z.object({
  currentPassword: passwordField('Current password is required'),
  newPassword: requiredTextField('New password is required', PASSWORD_MAX),
})

const TOO_LONG = `Must be at most ${PHONE_CODE_MAX} characters`

/** Allows any code that a phone may send; the TV's own form is stricter. */
export const qrCodeForm = z.object({
  tvVerifier: z
    .string({ error: SHORT_PHONE_CODE })
    .max(40, { error: TOO_LONG })
    .transform(cleanCode)
    .pipe(
      z
        .string()
        .min(PHONE_CODE_MIN, { error: SHORT_PHONE_CODE })
        .max(PHONE_CODE_MAX, { error: TOO_LONG }),
    ),
})
