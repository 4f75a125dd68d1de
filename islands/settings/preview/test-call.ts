import { signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { clampVolume, formatPreset } from '#domain/settings/sounds'
import { toast, toastError } from '../../data/toasts.ts'
import { OVERLAY_MIN_MS } from '../../tv/announcement-queue.ts'
import type { Announcement } from '../../tv/announcer.ts'
import { createSpeaker } from '../../tv/sound/speaker.ts'
import type { TvPatient } from '#domain/display/tv-patient'

/** A call that nobody was called by: shown in the preview, and heard as the form says. */
export function createTestCall() {
  const showing = signal<Announcement>(null)
  const speaker = createSpeaker()

  async function test(settings: Settings) {
    if (!isEnabled(settings, 'enableSound')) {
      toastError('Sound Disabled', 'Please enable sound first to test audio')
      return
    }
    const call = sampleCall()
    showing.value = { call, phase: 'overlay' }
    const shown = new Promise(resolve => setTimeout(resolve, OVERLAY_MIN_MS))
    try {
      await speaker.tryOut(settings, call)
      const volume = clampVolume(Number(settings.volume))
      toast(`Test sound ${formatPreset(settings.presetKey ?? '')} at volume ${volume}% played`)
    } catch {
      toastError('Error', 'Failed to play test sound. Please check audio settings.')
    }
    await shown
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

/** The call that a test of the sound makes: nobody was called by it. */
export const SAMPLE_CALL = {
  patientName: 'AHMAD BIN ALI',
  patientNumber: 7,
  windowName: 'Room 1',
}

const { patientName, patientNumber, windowName } = SAMPLE_CALL

/** Invented patients, for a display that is only tried out. */
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
