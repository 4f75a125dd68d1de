import type { Context, MiddlewareHandler } from 'hono'
import { getTvSessionId } from '#domain/display/tv-device'
import { BUILD_HEADER } from '#domain/pages'
import type { LinkedAssets } from '../render/page-assets.ts'
import type { AppEnv, TvEnv } from './middleware/auth.ts'

/** Names the served build, so open pages reload after an update (islands/data/new-build.ts). */
export function nameBuild(assets: LinkedAssets | undefined): MiddlewareHandler<AppEnv> {
  const [tvBuild] = assets?.isDev ? [] : (assets?.forTv().scripts ?? [])
  return async (c, next) => {
    c.header(BUILD_HEADER, assets?.build)
    c.set('tvBuild', tvBuild)
    await next()
  }
}

export async function reloadOldTv(c: Context<TvEnv>, build: string | undefined) {
  const { app, tvBuild, device } = c.var
  const { id, name } = device
  if (tvBuild === undefined || build === tvBuild) return
  const to = getTvSessionId(id)
  if ((await app.limits.reload.consume(to, Date.parse(app.now()))) > 0) return
  app.channel.publishTo({ to, name: 'tv:command', payload: { command: 'reload', name } })
}
