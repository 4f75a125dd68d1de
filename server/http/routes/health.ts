import { Hono } from 'hono'
import { BUILD, PROGRAM_NAME } from '../../config/version.ts'
import { lookAtEverything, lookAtHealth } from '../../queries/health.ts'
import type { Door } from '../middleware/auth.ts'
import { watchersOnly } from '../middleware/metrics-auth.ts'

const MS = 1_000
const NO_STORE = { 'cache-control': 'no-store' }

const DATABASE_DOWN = 'The database does not answer.'

/** For whoever watches over the program: nothing here is a patient's, or a secret. */
export const watching = new Hono<Door>()
  .get('/healthz', async c => {
    const { isDatabaseUp, isCutOff, lastBackupAt: at } = await lookAtHealth(c.var.clinic)
    const age = at === null ? 0 : Date.parse(c.var.clinic.now()) - Date.parse(at)
    const health = {
      ok: isDatabaseUp,
      program: PROGRAM_NAME,
      version: BUILD.version,
      uptimeSeconds: Math.floor(process.uptime()),
      database: isDatabaseUp ? 'ok' : DATABASE_DOWN,
      ...(isCutOff ? { otherMachines: 'not reached' } : {}),
      lastBackup: at === null ? null : { at, ageSeconds: Math.floor(age / MS) },
    }
    return c.json(health, isDatabaseUp ? 200 : 503, NO_STORE)
  })

  .get('/metrics', watchersOnly, async c => {
    const { meters } = c.var.clinic
    const text = await meters.tell(await lookAtEverything(c.var.clinic))
    return c.body(text, 200, { ...NO_STORE, 'content-type': meters.contentType })
  })
