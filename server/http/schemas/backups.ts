import { z } from 'zod'
import { parseBackupName } from '#domain/backups/backups'
import { requiredTextField } from './fields.ts'

export const backupParam = z.object({
  name: z
    .string()
    .max(100)
    .refine(name => parseBackupName(name) !== null),
})

export const restoreForm = z.object({ password: requiredTextField('Password is required', 1000) })
