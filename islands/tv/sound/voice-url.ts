import type { Call } from '#domain/events'
import type { VoiceLanguage } from '#domain/voice/clips'

type Spoken = Pick<Call, 'number' | 'room' | 'roomId'> & { spokenAs?: string | null }

/** What the voice says of a call. `spokenAs`: null for what the room's name tells, instead of what was chosen. */
export function getVoiceUrl({ number, room, roomId, spokenAs }: Spoken, language: VoiceLanguage) {
  const query = new URLSearchParams({ number: String(number), room })
  if (roomId !== null) query.set('roomId', String(roomId))
  if (spokenAs !== undefined) query.set('spokenAs', spokenAs ?? '')
  return `/api/voice/${language}/call.mp3?${query}`
}
