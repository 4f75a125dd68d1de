import { signal } from '@preact/signals-react'
import type { SoundResult } from '#domain/display/tv-report'
import type { Location } from '#domain/display/weather'
import { clampVolume, formatPreset } from '#domain/settings/sounds'
import { isEnabled, type Settings } from '#domain/settings-record'
import { toast, toastError } from '../../data/toasts.ts'
import { createSpeakerOnDemand } from '../../sound/speaker-on-demand.ts'
import { type Announcement, OVERLAY_MIN_MS } from '../../stage/announcements/announcement-queue.ts'
import type { InitialDisplay } from '../../stage/model/display-model.ts'
import { createExternalData } from '../../stage/model/external-data.ts'
import { SESSION_SOURCE } from '../../stage/model/session-source.ts'
import type { StageData } from '../../stage/Stage.tsx'
import type { SettingsModel } from '../settings-model.ts'
import { SAMPLE_CURRENT, SAMPLE_HISTORY, SAMPLE_ROOM } from './sample-patients.ts'

export const SCENES = [
  { value: 'call', label: 'Call' },
  { value: 'highlight', label: 'Highlight' },
  { value: 'empty', label: 'Empty' },
] as const
export type Scene = (typeof SCENES)[number]['value']

export function createPreviewModel(initial: InitialDisplay, settings: SettingsModel) {
  const externalData = createExternalData({
    // Uses unsaved place and switches only, because the server computes times from saved settings.
    settings() {
      const { shown, saved } = settings
      const { showPrayerTimes, showWeather, latitude, longitude } = shown.value
      return { ...saved.data.value, showPrayerTimes, showWeather, latitude, longitude }
    },
    prayerTimes: createPrayerTimesLoad(),
    weather: SESSION_SOURCE.weather,
    first: initial.prayerTimes,
    timeZone: () => initial.timeZone,
  })
  const showing = signal<Announcement>(null)
  const scene = signal<Scene>('call')
  const speaker = createSpeakerOnDemand()
  const { now, timeZone, isDemo, options, words } = initial

  let stop = () => {}
  function refetch() {
    stop()
    stop = externalData.watch()
  }
  function watch() {
    refetch()
    return () => stop()
  }

  async function playTestCall(shown: Settings) {
    if (!isEnabled(shown, 'enableSound')) {
      return toastError('Sound Disabled', 'Please enable sound first to test audio')
    }
    const call = sampleCall()
    scene.value = 'call'
    showing.value = { call, phase: 'overlay' }
    const minDuration = new Promise(resolve => setTimeout(resolve, OVERLAY_MIN_MS))
    const sound = { call, waiting: 0, options }
    const results: SoundResult[] = []
    await speaker().then(
      ({ play }) => play(shown, sound, result => results.push(result)),
      () => {},
    )
    if (results[0] === 'played') {
      const volume = clampVolume(Number(shown.volume))
      toast(`Test sound ${formatPreset(shown.presetKey)} at volume ${volume}% played`)
    } else toastError('Error', 'Failed to play test sound. Please check audio settings.')
    await minDuration
    showing.value = null
  }

  return {
    stageData: (): Omit<StageData, 'media'> => ({
      settings: settings.shown.value,
      current: scene.value === 'empty' ? null : SAMPLE_CURRENT,
      history: scene.value === 'empty' ? [] : SAMPLE_HISTORY,
      showing:
        scene.value === 'highlight' ? { call: sampleCall(), phase: 'overlay' } : showing.value,
      prayer: externalData.prayer.value,
      weatherState: externalData.weatherState.value,
      now,
      timeZone,
      today: '',
      isDemo,
      options,
      words,
    }),
    scene,
    isTesting: () => showing.value !== null,
    test: () => void playTestCall(settings.shown.value),
    watch,
    refetch,
  }
}

function sampleCall() {
  const calledAt = new Date().toISOString()
  return { ...SAMPLE_CURRENT, room: SAMPLE_ROOM, queue: null, sequence: 0, patientId: 0, calledAt }
}

function createPrayerTimesLoad() {
  let hasFailed = false
  return async (location: Location) => {
    try {
      const prayerTimes = await SESSION_SOURCE.prayerTimes(location)
      hasFailed = false
      return prayerTimes
    } catch (cause) {
      if (!hasFailed) toastError('Error', 'Failed to fetch prayer times')
      hasFailed = true
      throw cause
    }
  }
}
