import { formatNumber } from '../patients/patient.ts'
import type { SpokenPlace } from '../rooms/spoken-place.ts'
import type { Clip } from './clips.ts'
import type { VoiceLanguage } from './languages.ts'

type RoomClip = `room-${number}`
export type ClipName = Clip | RoomClip

export function toRoomClip(id: number): RoomClip {
  return `room-${id}`
}

/** The clips of a call in the language's order: the number, then the place if it is known. */
export function getSentence(
  { number, place }: { number: number; place: SpokenPlace | RoomClip | null },
  language: VoiceLanguage,
): ClipName[] {
  const digits = toDigits(formatNumber(number))
  const called: ClipName[] = language === 'zh' ? [...digits, 'suffix'] : ['number', ...digits]
  if (place === null) return called
  const where = typeof place === 'string' ? [place] : spellPlace(place, language)
  // The verb comes last in Tamil.
  return language === 'ta' ? [...called, ...where, 'go-to'] : [...called, 'go-to', ...where]
}

function spellPlace({ type, digits }: SpokenPlace, language: VoiceLanguage): ClipName[] {
  if (digits === '') return [type]
  const spelled = toDigits(digits)
  return language === 'zh' ? [...spelled, 'suffix', type] : [type, ...spelled]
}

function toDigits(text: string) {
  // Each character of a number is a digit, and has a clip.
  return Array.from(text) as Clip[]
}
