import {
  KIND_NAMES,
  NOT_AUTHORISED,
  type TvKind,
  toTvMedia,
  toTvSettings,
} from '#domain/display/tv-device'
import { toSettingsRecord } from '#domain/settings-record'
import type { App } from '../server/context.ts'
import { getSettings, getTvSettings } from '../server/queries/settings.ts'
import { getDisplayState } from '../server/queries/shown-calls.ts'
import { findDeviceByToken } from '../server/queries/tv-devices.ts'
import type { TvPage } from '../server/render/tv-document.tsx'

export type TvResponse = {
  page: TvPage
  title: string
  status: 200 | 404
  frameAncestors?: string
}

export async function getTvPage(app: App, token: string): Promise<TvResponse> {
  const device = await findDeviceByToken(app, 'tv', token)
  if (!device) {
    return { page: { screen: 'refused', props: { token } }, title: NOT_AUTHORISED, status: 404 }
  }
  const display = await getDisplayState(app, 'tv', device.options)
  const settings = toSettingsRecord(toTvSettings(token, await getTvSettings(app)))
  const media = display.media.map(item => toTvMedia(token, item))
  const props = { ...display, settings, media, token }
  const { frameOrigin, isScreen } = device.options
  // Allows our own frame, in which the display stays fullscreen over reloads.
  const frameAncestors = isScreen ? `'self' ${frameOrigin}`.trim() : frameOrigin
  const title = settings.clinicName
  return { page: { screen: 'display', props }, title, status: 200, frameAncestors }
}

/** Returns a page with a pairing code, because a TV's remote cannot type a token. */
export async function getPairingPage(
  app: App,
  kind: TvKind,
  status: TvResponse['status'] = 200,
): Promise<TvResponse> {
  const { clinicName } = await getSettings(app)
  const props = { name: KIND_NAMES[kind] }
  return { page: { screen: 'pairing', props }, title: clinicName, status }
}
