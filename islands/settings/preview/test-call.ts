import { signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { isOn } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'
import { clampedVolume, presetLabel } from '#domain/settings/sounds'
import { alarm, toast } from '../../data/toasts.ts'
import { OVERLAY_SHOWS_MS } from '../../tv/announcement-queue.ts'
import type { Showing } from '../../tv/announcer.ts'
import { openSpeaker } from '../../tv/sound/speaker.ts'
import { SAMPLE_CALL } from './sample-calls.ts'

/** A call that nobody was called by: shown in the preview, and heard as the form says. */
export function openTestCall() {
  const showing = signal<Showing>(null)
  const speaker = openSpeaker()

  async function test(settings: Settings) {
    if (!isOn(settings, 'enableSound')) {
      alarm('Sound Disabled', 'Please enable sound first to test audio')
      return
    }
    const call = sampleCall()
    showing.value = { call, phase: 'overlay' }
    const shown = new Promise(resolve => setTimeout(resolve, OVERLAY_SHOWS_MS))
    try {
      await speaker.tryOut(settings, call)
      const volume = clampedVolume(Number(settings.volume))
      toast(`Test sound ${presetLabel(settings.presetKey ?? '')} at volume ${volume}% played`)
    } catch {
      alarm('Error', 'Failed to play test sound. Please check audio settings.')
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
