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

type Spoken = Pick<Call, 'number' | 'room' | 'roomId'>

export function getVoiceUrl({ number, room, roomId }: Spoken, language: VoiceLanguage) {
  const query = new URLSearchParams({ number: String(number), room })
  if (roomId !== null) query.set('roomId', String(roomId))
  return `/api/voice/${language}/call.mp3?${query}`
}
