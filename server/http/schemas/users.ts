import { z } from 'zod'
import { ROLES } from '#domain/users/user'
import { textField } from './fields.ts'

export const userForm = z.object({
  username: textField('Please complete all information'),
  password: textField('Please complete all information', 1000),
  role: z.enum(ROLES, { error: `Role must be one of ${ROLES.join(', ')}` }).default('user'),
})
