import { z } from 'zod'
import { SCOPES } from '#domain/programs/api-token'
import { requiredTextField } from './fields.ts'

export const apiTokenForm = z.object({
  name: requiredTextField('Please enter a name'),
  scopes: z
    .array(z.enum(SCOPES, { error: `scopes must be of ${SCOPES.join(', ')}` }), {
      error: `scopes must be a list of ${SCOPES.join(', ')}`,
    })
    .min(1, { error: 'Choose at least one thing that the program may do' }),
})
