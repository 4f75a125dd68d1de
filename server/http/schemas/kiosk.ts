import { z } from 'zod'
import { LANGUAGE_CODES } from '#domain/tickets/languages'
import { registrationForm } from './patients.ts'

/** A kiosk gives neither priority nor a type. */
export const kioskForm = registrationForm.pick({ name: true, queueId: true }).extend({
  language: z.enum(LANGUAGE_CODES, {
    error: `language must be one of ${LANGUAGE_CODES.join(', ')}`,
  }),
})
