import { z } from 'zod'
import { requiredTextField, textField } from './fields.ts'

export const uploadForm = z.object({
  file: z.instanceof(File, { error: 'Please choose an image' }),
  name: textField('Name must be text', 1000).optional(),
})

export const linkForm = z.object({
  type: z.enum(['video', 'youtube'], { error: 'Type must be one of video, youtube' }),
  url: requiredTextField('Please enter a web address', 500),
  name: textField('Name must be text', 1000).optional(),
})
