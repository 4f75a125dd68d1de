import type { Signal } from '@preact/signals-react'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import type { Call } from '#domain/events'
import { clampVolume, formatPreset } from '#domain/settings/sounds'
import { isEnabled, type Settings } from '#domain/settings-record'
import { toast, toastError } from '../../data/toasts.ts'
import type { Announcement } from '../../tv/announcements/announcement-queue.ts'
import { OVERLAY_MIN_MS } from '../../tv/announcements/announcement-timing.ts'
import { createSpeakerOnDemand } from '../../tv/sound/speaker-on-demand.ts'
import { SAMPLE } from './sample-patients.ts'

const speaker = createSpeakerOnDemand()

export async function playTestCall(settings: Settings, showing: Signal<Announcement>) {
  if (!isEnabled(settings, 'enableSound')) {
    toastError('Sound Disabled', 'Please enable sound first to test audio')
    return
  }
  const call = sampleCall()
  showing.value = { call, phase: 'overlay' }
  const minDuration = new Promise(resolve => setTimeout(resolve, OVERLAY_MIN_MS))
  try {
    const sound = { call, waiting: 0, options: DEFAULT_TV_OPTIONS }
    await (await speaker()).tryOut(settings, sound)
    const volume = clampVolume(Number(settings.volume))
    toast(`Test sound ${formatPreset(settings.presetKey ?? '')} at volume ${volume}% played`)
  } catch {
    toastError('Error', 'Failed to play test sound. Please check audio settings.')
  }
  await minDuration
  showing.value = null
}

function sampleCall(): Call {
  return { ...SAMPLE, sequence: 0, patientId: 0, roomId: null, calledAt: new Date().toISOString() }
}
