import { Hono } from 'hono'
import { BUILD, PROGRAM_NAME } from '../../config/version.ts'
import { getHealth, getMetricsSnapshot } from '../../queries/health.ts'
import type { AppEnv } from '../middleware/auth.ts'
import { requireMetricsAccess } from '../middleware/metrics-auth.ts'

const MS = 1_000
const NO_STORE = { 'cache-control': 'no-store' }

const DATABASE_DOWN_MESSAGE = 'The database does not respond.'
const CANNOT_WRITE_MESSAGE =
  'Nothing can be saved: the disk is full or cannot be written. Free some space, then run doctor.'

/** For monitoring: contains no patient data and no secrets. */
export const health = new Hono<AppEnv>()
  .get('/healthz', async c => {
    const { isDatabaseUp, canWrite, isDisconnected, lastBackupAt: at } = await getHealth(c.var.app)
    const age = at === null ? 0 : Date.parse(c.var.app.now()) - Date.parse(at)
    const ok = isDatabaseUp && canWrite
    const health = {
      ok,
      program: PROGRAM_NAME,
      version: BUILD.version,
      uptimeSeconds: Math.floor(process.uptime()),
      database: isDatabaseUp ? 'ok' : DATABASE_DOWN_MESSAGE,
      storage: canWrite ? 'ok' : CANNOT_WRITE_MESSAGE,
      ...(isDisconnected ? { otherMachines: 'not reached' } : {}),
      lastBackup: at === null ? null : { at, ageSeconds: Math.floor(age / MS) },
    }
    return c.json(health, ok ? 200 : 503, NO_STORE)
  })

  .get('/metrics', requireMetricsAccess, async c => {
    const { metrics } = c.var.app
    const text = await metrics.render(await getMetricsSnapshot(c.var.app))
    return c.body(text, 200, { ...NO_STORE, 'content-type': metrics.contentType })
  })
