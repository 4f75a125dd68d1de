import { tvMediaUrl, tvSettings } from '#domain/display/tv-device'
import { NOT_AUTHORISED } from '#domain/display/tv-paths'
import { deviceOf } from '../server/actions/tv-devices.ts'
import type { Clinic } from '../server/context.ts'
import { lookAtPicture } from '../server/queries/display-state.ts'
import { lookAtSettings } from '../server/queries/queue.ts'
import type { TvPage } from '../server/render/tv-document.tsx'

export type DrawnTv = { page: TvPage; title: string; status: 200 | 404 }

/** `/tv/{token}`: the picture that this token lets a TV show, or why it shows none. */
export async function drawTv(clinic: Clinic, token: string): Promise<DrawnTv> {
  const device = await deviceOf(clinic, token)
  if (!device) {
    return { page: { screen: 'refused', props: { token } }, title: NOT_AUTHORISED, status: 404 }
  }
  const picture = await lookAtPicture(clinic)
  const settings: Record<string, string> = {}
  for (const { key, value } of tvSettings(token, picture.settings)) settings[key] = value
  const media = picture.media.map(item => ({ ...item, url: tvMediaUrl(token, item) }))
  const props = { ...picture, settings, media, token }
  return { page: { screen: 'picture', props }, title: settings.clinicName ?? '', status: 200 }
}

/** `/tv`: a code for an administrator, because a TV's remote cannot type a token. */
export async function drawPairing(clinic: Clinic): Promise<DrawnTv> {
  const { clinicName = '' } = await lookAtSettings(clinic)
  return { page: { screen: 'pairing', props: {} }, title: clinicName, status: 200 }
}
