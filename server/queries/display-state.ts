import { DEFAULT_TV_OPTIONS, type TvOptions } from '#domain/display/tv-options'
import { toTvPatient } from '#domain/display/tv-patient'
import { isEnabled } from '#domain/settings/settings-record'
import type { App } from '../context.ts'
import { getPrayerTimes } from './external.ts'
import { getCallHistory, getCurrentCall, getNewestSequence } from './queue.ts'
import { getMedia, getSettings } from './settings.ts'

/** As many rows as any layout has, and one more that may become the current call. */
const INITIAL_HISTORY = 6

/** Everything that a display shows, so that its first render is complete. */
export async function getDisplayState(app: App, options: TvOptions = DEFAULT_TV_OPTIONS) {
  const [current, history, settings, media, newestSequence] = await Promise.all([
    getCurrentCall(app, options),
    getCallHistory(app, options),
    getSettings(app),
    getMedia(app),
    getNewestSequence(app),
  ])
  const { timeZone, isDemo } = app.config
  return {
    current: current && toTvPatient(current, options.names),
    history: history.slice(0, INITIAL_HISTORY).map(patient => toTvPatient(patient, options.names)),
    settings,
    media,
    prayerTimes: isEnabled(settings, 'showPrayerTimes') ? await getPrayerTimes(app) : null,
    newestSequence,
    now: app.now(),
    timeZone,
    isDemo,
    options,
  }
}
