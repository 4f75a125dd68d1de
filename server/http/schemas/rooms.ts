import { z } from 'zod'
import { requiredTextField } from './fields.ts'

export const roomForm = z.object({ name: requiredTextField('Room name is required') })
