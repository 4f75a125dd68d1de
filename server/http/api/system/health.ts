import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import { describeCopyFailure } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { BUILD, PROGRAM_NAME } from '../../../config/version.ts'
import { getHealth, getMetricsSnapshot } from '../../../queries/system/notices.ts'
import { isLocalRequest } from '../../../security/client-address.ts'
import { getBunServer } from '../../client-address.ts'
import type { AppEnv } from '../../middleware/auth.ts'

const MS = 1_000
const NO_STORE = { 'cache-control': 'no-store' }

const DATABASE_DOWN_MESSAGE = 'The database does not respond.'
const CANNOT_WRITE_MESSAGE =
  'Nothing can be saved: the disk is full or cannot be written. Free some space, then run doctor.'

const NOT_LOCAL = 'Only this machine may read this. Set METRICS_TOKEN to read it from elsewhere.'
const WRONG_TOKEN = 'The METRICS_TOKEN is missing or wrong'

const requireMetricsAccess = createMiddleware<AppEnv>(async (c, next) => {
  const { metricsToken } = c.var.app.config
  const sent = c.req.header('authorization') ?? ''
  const isAllowed =
    metricsToken === undefined
      ? isLocalRequest(c.req.raw, getBunServer(c))
      : await timingSafeEqual(sent, `Bearer ${metricsToken}`)
  if (!isAllowed) {
    throw new DomainError(metricsToken === undefined ? NOT_LOCAL : WRONG_TOKEN, { status: 403 })
  }
  await next()
})

export const health = new Hono<AppEnv>()
  .get('/healthz', async c => {
    const { app } = c.var
    const { isDatabaseUp, canWrite, areOthersReached, lastBackupAt, copies } = await getHealth(app)
    const ok = isDatabaseUp && canWrite
    const health = {
      ok,
      program: PROGRAM_NAME,
      version: BUILD.version,
      uptimeSeconds: Math.floor(process.uptime()),
      database: isDatabaseUp ? 'ok' : DATABASE_DOWN_MESSAGE,
      storage: canWrite ? 'ok' : CANNOT_WRITE_MESSAGE,
      ...(areOthersReached === false ? { otherMachines: 'not reached' } : {}),
      lastBackup: withAge(lastBackupAt, app.now()),
      ...(copies
        ? {
            backupCopies: copies.failure ? describeCopyFailure(copies.failure) : 'ok',
            lastBackupCopy: withAge(copies.newestAt, app.now()),
          }
        : {}),
    }
    return c.json(health, ok ? 200 : 503, NO_STORE)
  })

  .get('/metrics', requireMetricsAccess, async c => {
    const { metrics } = c.var.app
    const text = await metrics.render(await getMetricsSnapshot(c.var.app))
    return c.body(text, 200, { ...NO_STORE, 'content-type': metrics.contentType })
  })

function withAge(at: string | null, now: string) {
  if (at === null) return null
  return { at, ageSeconds: Math.floor((Date.parse(now) - Date.parse(at)) / MS) }
}
