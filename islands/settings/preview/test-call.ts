import { signal } from '@preact/signals-react'
import type { TvPatient } from '#domain/display/tv-patient'
import type { Call } from '#domain/events'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { clampVolume, formatPreset } from '#domain/settings/sounds'
import { toast, toastError } from '../../data/toasts.ts'
import { OVERLAY_MIN_MS } from '../../tv/announcement-queue.ts'
import type { Announcement } from '../../tv/announcer.ts'
import { createSpeakerOnDemand } from '../../tv/sound/speaker-on-demand.ts'

/** A sample call in the preview, with the sound of the unsaved settings. */
export function createTestCall() {
  const showing = signal<Announcement>(null)
  const speaker = createSpeakerOnDemand()

  async function test(settings: Settings) {
    if (!isEnabled(settings, 'enableSound')) {
      toastError('Sound Disabled', 'Please enable sound first to test audio')
      return
    }
    const call = sampleCall()
    showing.value = { call, phase: 'overlay' }
    const minDuration = new Promise(resolve => setTimeout(resolve, OVERLAY_MIN_MS))
    try {
      await (await speaker()).tryOut(settings, call)
      const volume = clampVolume(Number(settings.volume))
      toast(`Test sound ${formatPreset(settings.presetKey ?? '')} at volume ${volume}% played`)
    } catch {
      toastError('Error', 'Failed to play test sound. Please check audio settings.')
    }
    await minDuration
    showing.value = null
  }

  return { showing, test }
}

function sampleCall(): Call {
  const { patientName, patientNumber, windowName } = SAMPLE_CALL
  const calledAt = new Date().toISOString()
  return {
    sequence: 0,
    patientId: 0,
    name: patientName,
    number: patientNumber,
    room: windowName,
    calledAt,
  }
}

export const SAMPLE_CALL = {
  patientName: 'AHMAD BIN ALI',
  patientNumber: 7,
  windowName: 'Room 1',
}

const { patientName, patientNumber, windowName } = SAMPLE_CALL

export const SAMPLE_CURRENT = samplePatient(patientNumber, patientName, windowName)
export const SAMPLE_HISTORY = [
  samplePatient(6, 'TAN MEI LING', 'Room 2'),
  samplePatient(5, 'KAVITHA A/P RAJAN', 'DISPENSARY'),
  samplePatient(4, null, 'Room 1'),
  samplePatient(3, 'NUR AISYAH BINTI ROSLI', 'Room 2'),
]

function samplePatient(number: number, name: string | null, room: string): TvPatient {
  return {
    id: number,
    name,
    number,
    windowName: room,
    lastWindowName: room,
    calledAt: null,
    callSequence: null,
  }
}
