import type { Place } from '#domain/display/location'
import type { PrayerTimes } from '#domain/display/prayer-times'
import type { TvPatient } from '#domain/display/tv-patient'
import type { Weather } from '#domain/display/weather'
import type { Call } from '#domain/events'
import type { MediaItem } from '#domain/media/media'
import type { Settings } from '#domain/settings/settings'
import { isConnected, lastHeardAt } from '../data/live-state.ts'
import { PACE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { openAnnouncer } from './announcer.ts'
import { openOutside } from './connection/external-data.ts'
import { wallClock } from './panels/clock.ts'
import type { Picture } from './Stage.tsx'
import { openSpeaker } from './sound/speaker.ts'

/** What the server drew the picture with. */
export type FirstPicture = {
  current: TvPatient | null
  history: TvPatient[]
  settings: Settings
  media: MediaItem[]
  prayerTimes: PrayerTimes | null
  newestSequence: number
  now: string
  timeZone: string
  isDemo: boolean
}

/** Where a display asks: the doors of the signed-in, or those of its token. */
export type Source = {
  current(): Promise<TvPatient | null>
  history(): Promise<TvPatient[]>
  settings(): Promise<Settings>
  media(): Promise<MediaItem[]>
  /** Calls behind a sequence, oldest first. */
  calls(after: number): Promise<Call[]>
  prayerTimes(place: Place): Promise<PrayerTimes>
  weather(place: Place): Promise<Weather>
}

type Options = {
  /** Polls only while no live event can arrive. */
  isQuiet?: boolean
  /** Whether calls are heard here: a desk's small preview stays silent. */
  isLoud(): boolean
}

/** All that a waiting room's display shows and sounds, kept true by live events and polling. */
export function openDisplay(
  first: FirstPicture,
  source: Source,
  { isQuiet = false, isLoud }: Options,
) {
  const pace = (every: number) => ({ every, onlyWithoutLive: isQuiet })
  const current = query('current-call', source.current, first.current, pace(PACE.currentCall))
  const history = query('history', source.history, first.history, pace(PACE.history))
  const media = query('media', source.media, first.media, pace(PACE.media))
  const settings = query('settings', source.settings, first.settings, {
    ...pace(PACE.settings),
    onlyWithoutLive: true,
  })

  const speaker = openSpeaker()
  const announcer = openAnnouncer({
    newestSequence: first.newestSequence,
    newestShown: () => current.data.value?.callSequence ?? 0,
    ask: source.calls,
    sound: call => (isLoud() ? speaker.play(settings.data.value, call) : Promise.resolve()),
  })
  const outside = openOutside({
    settings: () => settings.data.value,
    prayerTimes: source.prayerTimes,
    weather: source.weather,
    first: first.prayerTimes,
    timeZone: first.timeZone,
  })

  const { now, timeZone, isDemo } = first

  return {
    speaker,
    parts: [current, history, media, settings, announcer, outside],
    /** The picture of this moment; reads signals. */
    picture: (): Picture => ({
      settings: settings.data.value,
      media: media.data.value,
      current: current.data.value,
      history: history.data.value,
      showing: announcer.showing.value,
      prayer: outside.prayer.value,
      sky: outside.sky.value,
      now,
      timeZone,
      isDemo,
    }),
    /** Since when nothing was heard of the clinic, HH:MM, or null; reads signals. */
    staleSince: () => (isConnected.value ? null : wallClock(lastHeardAt(), timeZone).minute),
  }
}
