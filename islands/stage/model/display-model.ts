import type { PrayerTimes } from '#domain/display/prayer-times'
import type { ShownCalls } from '#domain/display/tv-patient'
import type { Receipt } from '#domain/display/tv-report'
import type { Location, Weather } from '#domain/display/weather'
import type { Call, CallPlace } from '#domain/events'
import type { MediaItem } from '#domain/media/media'
import { isEnabled, type Settings } from '#domain/settings-record'
import { getClinicMinute } from '#domain/time'
import { getLastAliveAt, isConnected } from '../../data/live-state.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { query, withSettings } from '../../data/query.ts'
import type { Speaker } from '../../sound/speaker.ts'
import { createAnnouncer } from '../announcements/announcer.ts'
import type { StageData } from '../Stage.tsx'
import { createExternalData } from './external-data.ts'

export type InitialDisplay = ShownCalls & {
  settings: Settings
  media: MediaItem[]
  prayerTimes: PrayerTimes | null
  newestCall: CallPlace
  now: string
  isDemo: boolean
}

export type DisplaySource = {
  shownCalls(): Promise<ShownCalls>
  settings(): Promise<Settings>
  media(): Promise<MediaItem[]>
  callsAfter(after: string): Promise<Call[]>
  prayerTimes(location: Location): Promise<PrayerTimes>
  weather(location: Location): Promise<Weather>
}

type Options = {
  pollsOnlyWithoutLive?: boolean
  playSound: Speaker['play']
  stopSound?(): void
  onShown?(receipt: Receipt): void
}

export function createDisplay(
  initial: InitialDisplay,
  source: DisplaySource,
  { pollsOnlyWithoutLive = false, playSound, stopSound, onShown }: Options,
) {
  const poll = (every: number) => ({ every, onlyWithoutLive: pollsOnlyWithoutLive })
  const calls = query<ShownCalls>(
    'shown-calls',
    source.shownCalls,
    initial,
    poll(POLL_MS.currentCall),
  )
  const shown = () => calls.data.value
  const media = query('media', source.media, initial.media, poll(POLL_MS.media))
  const settings = query('settings', source.settings, initial.settings, {
    every: POLL_MS.settings,
    onlyWithoutLive: true,
    apply: withSettings,
  })

  function ownSettings(): Settings {
    const { hasSound } = shown().options
    return hasSound ? settings.data.value : { ...settings.data.value, enableSound: 'false' }
  }

  const announcer = createAnnouncer({
    newestCall: initial.newestCall,
    newestShown: () => shown().current?.callSequence ?? 0,
    fetchCalls: source.callsAfter,
    playSound(call, waiting, onStart) {
      const { options } = shown()
      return playSound(ownSettings(), { call, waiting, options }, onStart)
    },
    stopSound,
    onShown,
  })
  const externalData = createExternalData({
    settings: () => settings.data.value,
    prayerTimes: source.prayerTimes,
    weather: source.weather,
    first: initial.prayerTimes,
    timeZone: () => shown().timeZone,
  })

  const { now, isDemo } = initial

  return {
    parts: [calls, media, settings, announcer, externalData],
    data: (): StageData & ShownCalls => ({
      ...shown(),
      settings: settings.data.value,
      media: media.data.value,
      showing: announcer.showing.value,
      prayer: externalData.prayer.value,
      weatherState: externalData.weatherState.value,
      now,
      isDemo,
    }),
    lastSequence: announcer.lastSequence,
    hasSound: () => isEnabled(ownSettings(), 'enableSound'),
    staleSince: () =>
      isConnected.value ? null : getClinicMinute(getLastAliveAt(), shown().timeZone),
    onDrawn: announcer.onDrawn,
  }
}
