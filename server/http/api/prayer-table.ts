import { Hono } from 'hono'
import { z } from 'zod'
import { DomainError } from '#domain/errors'
import { deletePrayerTable, savePrayerTable } from '../../actions/tv/prayer-table.ts'
import { getPrayerTable } from '../../queries/prayer-times.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitBody } from '../middleware/body-limit.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'

export const PRAYER_TABLE_PATH = '/api/prayer-table'

/** All zones of a year in one file. */
const MAX_BYTES = 2_000_000
const limitTable = limitBody(
  MAX_BYTES,
  () =>
    new DomainError("A table has at most 2 MB. Choose the file of the clinic's zone.", {
      status: 413,
    }),
)

const tableForm = z.object({ file: z.instanceof(File, { error: 'file must be a file' }) })

export const prayerTable = new Hono<AppEnv>()
  // Before `idempotent`, which answers a repeated request by itself.
  .use(requireSession, requireAdmin, limitTable, idempotent)

  .get('/', async c => c.json(await getPrayerTable(c.var.app)))

  .put('/', validate('form', tableForm), async c => {
    const { zone, days } = await savePrayerTable(c.var.app, await c.req.valid('form').file.bytes())
    const detail = `${days[0]?.date} to ${days.at(-1)?.date}`
    c.set('audited', { action: 'prayer table added', subject: zone, detail })
    return c.json(await getPrayerTable(c.var.app))
  })

  .delete('/', async c => {
    await deletePrayerTable(c.var.app)
    c.set('audited', { action: 'prayer table removed' })
    return c.json({ success: true })
  })
