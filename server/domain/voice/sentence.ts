import type { SpokenPlace } from '../rooms/spoken-place.ts'
import type { Clip } from './clips.ts'
import type { VoiceLanguage } from './languages.ts'

type RoomClip = `room-${number}`
export type ClipName = Clip | RoomClip

export function toRoomClip(id: number): RoomClip {
  return `room-${id}`
}

/**
 * Returns the clips of a call in the order of the language: the number as displayed, such as 007 or
 * B007, then the place if it is known.
 */
export function getSentence(
  { label, place }: { label: string; place: SpokenPlace | RoomClip | null },
  language: VoiceLanguage,
): ClipName[] {
  const spelled = spell(label)
  const called: ClipName[] = language === 'zh' ? [...spelled, 'suffix'] : ['number', ...spelled]
  if (place === null) return called
  const where = typeof place === 'string' ? [place] : spellPlace(place, language)
  // The verb comes last in Tamil.
  return language === 'ta' ? [...called, ...where, 'go-to'] : [...called, 'go-to', ...where]
}

function spellPlace({ type, digits }: SpokenPlace, language: VoiceLanguage): ClipName[] {
  if (digits === '') return [type]
  const spelled = spell(digits)
  return language === 'zh' ? [...spelled, 'suffix', type] : [type, ...spelled]
}

function spell(text: string) {
  // Each character is a digit or a letter from A to Z, and has a clip.
  return Array.from(text.toLowerCase()) as Clip[]
}
