import { z } from 'zod'
import { PHONE_CODE_MAX, PHONE_CODE_MIN, SHORT_PHONE_CODE } from '#domain/auth/qr-session'
import { parseBackupName } from '#domain/backups/backups'
import type { Location } from '#domain/display/location'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { ROLES } from '#domain/users/user'

/** What may come through a door. Kept apart from the rules: screens borrow those without zod's weight. */
const someText = (sentence: string, max = 200) =>
  z.string({ error: sentence }).max(max, { error: `Must be at most ${max} characters` })
const requiredText = (sentence: string, max?: number) =>
  someText(sentence, max).refine(text => text.trim() !== '', { error: sentence })
const id = z.coerce
  .number({ error: 'Must be a number' })
  .int()
  .positive()
  .max(2 ** 53 - 1)

export const signInForm = z.object({
  username: requiredText('Username is required'),
  password: requiredText('Password is required', 1000),
})

/** The rules of the phone's form; the TV's own is stricter. */
export const qrCodeForm = z.object({
  tvVerifier: z
    .string({ error: SHORT_PHONE_CODE })
    .trim()
    .min(PHONE_CODE_MIN, { error: SHORT_PHONE_CODE })
    .max(PHONE_CODE_MAX, { error: `Must be at most ${PHONE_CODE_MAX} characters` }),
})

export const passwordForm = z.object({
  currentPassword: requiredText('Current password is required', 1000),
  newPassword: requiredText('New password is required', 1000),
})

export const registrationForm = z.object({
  name: someText('Name must be text', 500).nullish(),
  number: z.number({ error: 'Number must be a number' }).nullish(),
  type: someText('Type must be text', 20).optional(),
  isPriority: z.boolean({ error: 'isPriority must be true or false' }).optional(),
  priorityReason: someText('Priority reason must be text', 500).nullish(),
})

export const statusForm = z.object({
  status: z.enum(REQUESTED_STATUSES, {
    error: `Status must be one of ${REQUESTED_STATUSES.join(', ')}`,
  }),
  windowId: z.number({ error: 'windowId must be a number' }).int().positive().nullish(),
  requeueReason: someText('Requeue reason must be text', 500).nullish(),
  seenSteps: z.number({ error: 'seenSteps must be a number' }).int().min(0).optional(),
})

export const seenQuery = z.object({ seenSteps: z.coerce.number().int().min(0).optional() })

export const roomForm = z.object({ name: requiredText('Room name is required') })

export const userForm = z.object({
  username: someText('Please complete all information'),
  password: someText('Please complete all information', 1000),
  role: z.enum(ROLES, { error: `Role must be one of ${ROLES.join(', ')}` }).default('user'),
})

const SETTINGS_AT_ONCE = 200

export const settingsForm = z.object({
  settings: z
    .array(
      z.object({
        key: someText('A setting needs a key', 100),
        value: z.string({ error: 'The value of a setting must be text' }),
        category: someText('A setting needs a category', 100),
      }),
      { error: 'settings must be a list' },
    )
    .max(SETTINGS_AT_ONCE, { error: `At most ${SETTINGS_AT_ONCE} settings are saved at once` }),
})

export const uploadForm = z.object({
  file: z.instanceof(File, { error: 'Please choose an image' }),
  name: someText('Name must be text', 1000).optional(),
})

export const linkForm = z.object({
  type: z.enum(['video', 'youtube'], { error: 'Type must be one of video, youtube' }),
  url: requiredText('Please enter a web address', 500),
  name: someText('Name must be text', 1000).optional(),
})

export const idParam = z.object({ id })

export const backupParam = z.object({
  name: z
    .string()
    .max(100)
    .refine(name => parseBackupName(name) !== null),
})

export const restoreForm = z.object({ password: requiredText('Password is required', 1000) })

export const tvDevicesQuery = z.object({ userId: id })

const tvOwner = z.number({ error: 'userId must be a number' }).int().positive()

export const tvNameForm = z.object({ name: requiredText('TV name is required') })

export const tvDeviceForm = tvNameForm.extend({ userId: tvOwner })

export const pairForm = tvDeviceForm.extend({ code: requiredText('The code is required', 40) })

export const callsQuery = z.object({
  after: z.coerce.number({ error: 'after must be a number' }).int().min(0).default(0),
})

/** The specification's clients add a timestamp so that no cache between answers for us. */
export const currentCallQuery = z.object({ t: z.string().max(40).optional() })

const degrees = (limit: number) =>
  someText('Must be a number', 30)
    .refine(text => text.trim() !== '' && Math.abs(Number(text)) <= limit, {
      error: `Must be a number from -${limit} to ${limit}`,
    })
    .transform(Number)

/** Both or neither: half a place is no place. */
export const placeQuery = z
  .object({ latitude: degrees(90).optional(), longitude: degrees(180).optional() })
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
