import { z } from 'zod'
import { PHONE_CODE_MAX, PHONE_CODE_MIN, SHORT_PHONE_CODE } from '#domain/auth/qr-session'
import { requiredTextField } from './fields.ts'

export const signInForm = z.object({
  username: requiredTextField('Username is required'),
  password: requiredTextField('Password is required', 1000),
})

export const passwordForm = z.object({
  currentPassword: requiredTextField('Current password is required', 1000),
  newPassword: requiredTextField('New password is required', 1000),
})

/** The phone's limits; the TV's own form is stricter. */
export const qrCodeForm = z.object({
  tvVerifier: z
    .string({ error: SHORT_PHONE_CODE })
    .trim()
    .min(PHONE_CODE_MIN, { error: SHORT_PHONE_CODE })
    .max(PHONE_CODE_MAX, { error: `Must be at most ${PHONE_CODE_MAX} characters` }),
})
