import type { Query } from '#db/connection/query'
import { findMedia, listMedia } from '#db/repositories/media'
import { listSavedSettings } from '#db/repositories/settings'
import { getMediaUrl, parseMediaId } from '#domain/media/media'
import { toOrderRules } from '#domain/queue/order-rules'
import { withDefaults } from '#domain/settings/settings'
import type { App } from '../context.ts'

export function getSettings({ read, cached }: App) {
  return cached('settings', async () => withDefaults(await read(listSavedSettings)), ['settings'])
}

/** As a TV shows them: the address of the logo has its content. */
export async function getTvSettings(app: App) {
  const settings = await getSettings(app)
  const id = parseMediaId(settings.clinicLogo)
  const logo = id === null ? null : await getMediaItem(app, id)
  return logo ? { ...settings, clinicLogo: getMediaUrl(logo) } : settings
}

/** Reads them in a transaction, past the cache. */
export async function readOrderRules(db: Query) {
  return toOrderRules(withDefaults(await listSavedSettings(db)))
}

export function getMedia({ read, cached }: App) {
  return cached('media', () => read(listMedia), ['media', 'media_parts'])
}

export function getMediaItem({ read, cached }: App, id: number) {
  return cached(`media ${id}`, () => read(db => findMedia(db, id)), ['media', 'media_parts'])
}
