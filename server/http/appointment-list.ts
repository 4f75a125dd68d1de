import type { Context } from 'hono'
import { decodeTable } from '#domain/tables/decode-table'
import { pluralize } from '#domain/text'
import { importAppointments } from '../actions/appointments.ts'
import {
  assertNoProblems,
  type ListedAppointment,
  readAppointmentList,
} from '../queries/appointments.ts'
import type { AppEnv } from './middleware/auth.ts'
import { limitBody } from './middleware/body-limit.ts'
import { limitLists } from './middleware/list-lengths.ts'
import { assertUtf8Json } from './middleware/utf8.ts'
import { toInputError } from './middleware/validation.ts'
import { performPrepared } from './perform.ts'
import { appointmentList, appointmentRow } from './schemas/appointments.ts'

/** Far more bytes than a thousand rows have. */
const MAX_BYTES = 1_000_000

export const limitList = limitBody(
  MAX_BYTES,
  'A list has at most 1 MB. Choose the list of one day.',
)

const limitedList = limitLists(appointmentList)

/** Reads a list in JSON, or the text of a CSV file in the declared encoding. */
export async function readList(c: Context): Promise<string | ListedAppointment[]> {
  const type = c.req.header('content-type') ?? ''
  if (!/\bjson\b/i.test(type)) {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]
    return decodeTable(new Uint8Array(await c.req.arrayBuffer()), charset)
  }
  await assertUtf8Json(c)
  const parsed = limitedList.safeParse(await c.req.json().catch(() => null))
  if (parsed.success) return parsed.data
  throw toInputError(parsed.error.issues[0], appointmentRow)
}

/** Replaces the day's list. Reception and programs both use this. */
export function uploadList(c: Context<AppEnv>, day: string) {
  return performPrepared(
    c,
    async () => {
      const list = await readAppointmentList(c.var.app, day, await readList(c))
      assertNoProblems(list)
      return list.rows
    },
    async (tx, rows) => {
      const { change, ...body } = await importAppointments(tx, day, rows)
      const detail = pluralize(body.expected, 'appointment')
      const audit = { action: 'appointments uploaded', subject: day, detail } as const
      return { body, audit, change }
    },
  )
}
