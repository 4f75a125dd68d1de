import type { Query } from '#db/connection/query'
import { findMedia, listMedia } from '#db/repositories/media'
import { readSettings } from '#db/repositories/settings'
import { getLogoUrl, getMediaUrl, parseMediaId } from '#domain/media/media'
import { toOrderRules } from '#domain/queue/order-rules'
import { pickSettings } from '#domain/settings/settings'
import type { App } from '../context.ts'

export function getSettings({ read, cached }: App) {
  return cached('settings', () => read(readSettings), ['settings'])
}

/** Settings as sent to a TV. The logo URL contains a content hash, so a new logo gets a new URL. */
export async function getTvSettings(app: App) {
  const [all, logo] = await Promise.all([getSettings(app), getLogo(app)])
  const settings = pickSettings(all, 'tv')
  return logo ? { ...settings, clinicLogo: getMediaUrl(logo) } : settings
}

export async function getLogo(app: App) {
  const id = parseMediaId((await getSettings(app)).clinicLogo)
  return id === null ? null : getMediaItem(app, id)
}

export async function getClinic(app: App) {
  const [{ clinicName }, logo] = await Promise.all([getSettings(app), getLogo(app)])
  return { clinicName, logoUrl: logo && getLogoUrl(logo) }
}

/** Reads the rules in a transaction and bypasses the cache. */
export async function readOrderRules(db: Query) {
  return toOrderRules(await readSettings(db))
}

export function getMedia({ read, cached }: App) {
  return cached('media', () => read(listMedia), ['media', 'media_parts'])
}

export function getMediaItem({ read, cached }: App, id: number) {
  return cached(`media ${id}`, () => read(db => findMedia(db, id)), ['media', 'media_parts'])
}
