import { DEFAULT_TV_OPTIONS, type TvOptions } from '#domain/display/tv-options'
import { pickSettings, type SettingsReader } from '#domain/settings/settings'
import { isEnabled } from '#domain/settings-record'
import type { App } from '../context.ts'
import { getPrayerTimes } from './prayer-times.ts'
import { getNewestCall } from './queue.ts'
import { getMedia, getSettings } from './settings.ts'
import { getShownCalls } from './shown-calls.ts'

/** As many rows as any layout has, and one more that may become the current call. */
const INITIAL_HISTORY = 6

export async function getDisplayState(
  app: App,
  reader: SettingsReader,
  options: TvOptions = DEFAULT_TV_OPTIONS,
) {
  const [shown, settings, media, newestCall] = await Promise.all([
    getShownCalls(app, options, INITIAL_HISTORY),
    getSettings(app),
    getMedia(app),
    getNewestCall(app),
  ])
  return {
    ...shown,
    settings: pickSettings(settings, reader),
    media,
    prayerTimes: isEnabled(settings, 'showPrayerTimes') ? await getPrayerTimes(app) : null,
    newestCall,
    now: app.now(),
    isDemo: app.config.isDemo,
  }
}
