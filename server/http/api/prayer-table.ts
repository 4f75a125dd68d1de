import { Hono } from 'hono'
import { z } from 'zod'
import { deletePrayerTable, savePrayerTable } from '../../actions/tv/prayer-table.ts'
import { getPrayerTable, readPrayerTable, readTableState } from '../../queries/prayer-times.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitBody } from '../middleware/body-limit.ts'
import { validate } from '../middleware/validation.ts'
import { perform, performPrepared } from '../perform.ts'

export const PRAYER_TABLE_PATH = '/api/prayer-table'

/** All zones of a year in one file. */
const MAX_BYTES = 2_000_000
const limitTable = limitBody(
  MAX_BYTES,
  "A table has at most 2 MB. Choose the file of the clinic's zone.",
)

const tableForm = z.object({ file: z.instanceof(File, { error: 'file must be a file' }) })

export const prayerTable = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, limitTable)

  .get('/', async c => c.json(await getPrayerTable(c.var.app)))

  .put('/', validate('form', tableForm), c =>
    performPrepared(
      c,
      async () => readPrayerTable(c.var.app, await c.req.valid('form').file.bytes()),
      async (tx, table) => {
        const { zone, days } = table
        const { change } = await savePrayerTable(tx, table)
        const detail = `${days[0]?.date} to ${days.at(-1)?.date}`
        const audit = { action: 'prayer table added', subject: zone, detail } as const
        const { today } = tx.days
        const body = { today, zone, table: await readTableState(tx.db, today) }
        return { body, audit, change }
      },
    ),
  )

  .delete('/', c =>
    perform(c, async tx => {
      const { change } = await deletePrayerTable(tx)
      return { body: { success: true }, audit: { action: 'prayer table removed' }, change }
    }),
  )
