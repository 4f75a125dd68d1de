import { toTvPatient } from '#domain/display/tv-patient'
import { isEnabled } from '#domain/settings/is-enabled'
import type { App } from '../context.ts'
import { getPrayerTimes } from './external.ts'
import { getCallHistory, getCurrentCall, getNewestSequence } from './queue.ts'
import { getMedia, getSettings } from './settings.ts'

/** As many as any stage has rows for, and one that may be the current one by then. */
const INITIAL_HISTORY = 6

/** All that a waiting room's display shows at this moment, so that its first picture is already whole. */
export async function getDisplayState(app: App) {
  const [current, history, settings, media, newestSequence] = await Promise.all([
    getCurrentCall(app),
    getCallHistory(app),
    getSettings(app),
    getMedia(app),
    getNewestSequence(app),
  ])
  const { timeZone, isDemo } = app.config
  return {
    current: current && toTvPatient(current),
    history: history.slice(0, INITIAL_HISTORY).map(toTvPatient),
    settings,
    media,
    prayerTimes: isEnabled(settings, 'showPrayerTimes') ? await getPrayerTimes(app) : null,
    newestSequence,
    now: app.now(),
    timeZone,
    isDemo,
  }
}
