import type { Location } from '#domain/display/location'
import type { PrayerTimes } from '#domain/display/prayer-times'
import type { TvPatient } from '#domain/display/tv-patient'
import type { Weather } from '#domain/display/weather'
import type { Call } from '#domain/events'
import type { MediaItem } from '#domain/media/media'
import type { Settings } from '#domain/settings/settings'
import { getLastAliveAt, isConnected } from '../data/live-state.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createAnnouncer } from './announcer.ts'
import { createExternalData } from './connection/external-data.ts'
import { wallClock } from './panels/clock.ts'
import type { StageData } from './Stage.tsx'
import { createSpeaker } from './sound/speaker.ts'

/** What the server drew the picture with. */
export type InitialDisplay = {
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
export type DisplaySource = {
  current(): Promise<TvPatient | null>
  history(): Promise<TvPatient[]>
  settings(): Promise<Settings>
  media(): Promise<MediaItem[]>
  /** Calls behind a sequence, oldest first. */
  calls(after: number): Promise<Call[]>
  prayerTimes(place: Location): Promise<PrayerTimes>
  weather(place: Location): Promise<Weather>
}

type Options = {
  /** Polls only while no live event can arrive. */
  isQuiet?: boolean
  /** Whether calls are heard here: a desk's small preview stays silent. */
  isLoud(): boolean
}

/** All that a waiting room's display shows and sounds, kept true by live events and polling. */
export function createDisplay(
  first: InitialDisplay,
  source: DisplaySource,
  { isQuiet = false, isLoud }: Options,
) {
  const pace = (every: number) => ({ every, onlyWithoutLive: isQuiet })
  const current = query('current-call', source.current, first.current, pace(POLL_MS.currentCall))
  const history = query('history', source.history, first.history, pace(POLL_MS.history))
  const media = query('media', source.media, first.media, pace(POLL_MS.media))
  const settings = query('settings', source.settings, first.settings, {
    ...pace(POLL_MS.settings),
    onlyWithoutLive: true,
  })

  const speaker = createSpeaker()
  const announcer = createAnnouncer({
    newestSequence: first.newestSequence,
    newestShown: () => current.data.value?.callSequence ?? 0,
    ask: source.calls,
    sound: call => (isLoud() ? speaker.play(settings.data.value, call) : Promise.resolve()),
  })
  const outside = createExternalData({
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
    picture: (): StageData => ({
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
    staleSince: () => (isConnected.value ? null : wallClock(getLastAliveAt(), timeZone).minute),
  }
}
