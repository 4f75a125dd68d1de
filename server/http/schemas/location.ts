import { z } from 'zod'
import type { Location } from '#domain/display/weather'
import { textField } from './fields.ts'

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
