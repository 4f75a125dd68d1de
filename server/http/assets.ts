import { join } from 'node:path'
import type { Context, Next } from 'hono'
import { ASSETS_ROOT } from '../config/paths.ts'
import { type LinkedAssets, linkViteAssets, readBuiltAssets } from '../render/page-assets.ts'
import { listAssets, sendAsset } from './static-files.ts'

export type Assets = LinkedAssets & {
  has(path: string): boolean
  serve(c: Context, next: Next): Promise<Response | undefined>
}

export function loadAssets({ viteOrigin }: { viteOrigin?: string | undefined } = {}): Assets {
  const dist = join(ASSETS_ROOT, 'dist')
  const built = viteOrigin ? [] : listAssets(dist)
  const files = new Map([...listAssets(join(ASSETS_ROOT, 'static')), ...built])
  return {
    ...(viteOrigin ? linkViteAssets(viteOrigin) : readBuiltAssets(dist)),
    has: path => files.has(path),
    async serve(c, next) {
      const asset = files.get(c.req.path)
      if (!asset || !['GET', 'HEAD'].includes(c.req.method)) return void (await next())
      return sendAsset(c, asset)
    },
  }
}
