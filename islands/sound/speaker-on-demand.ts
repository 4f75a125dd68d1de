import type { Call } from '#domain/events'
import type { VoiceLanguage } from '#domain/voice/languages'
import type { Speaker } from './speaker.ts'

export function createSpeakerOnDemand() {
  let loading: Promise<Speaker> | undefined

  return () => {
    loading ??= import('./speaker.ts').then(speaker => speaker.createSpeaker(getVoiceUrl))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}

type Spoken = Pick<Call, 'label' | 'room'>

export function getVoiceUrl({ label, room }: Spoken, language: VoiceLanguage) {
  const query = new URLSearchParams({ number: label, room: room.name })
  if (room.id !== null) query.set('roomId', String(room.id))
  return `/api/voice/${language}/call.mp3?${query}`
}
