import { PLACE_TYPES, type PlaceType, type SpokenPlace } from '../rooms/spoken-place.ts'
import type { VoiceLanguage } from './languages.ts'

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** A patient's number may begin with a letter, such as B007. */
export const LETTERS = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'],
  ...['n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'],
] as const

/** The shipped recordings. In Mandarin, `suffix` follows a number, such as 3 号. */
export const CLIPS = [...DIGITS, ...PLACE_TYPES, 'number', 'go-to', 'suffix', ...LETTERS] as const
export type Clip = (typeof CLIPS)[number]

export function isClip(name: string): name is Clip {
  return CLIPS.some(clip => clip === name)
}

export function isLetter(clip: string) {
  return LETTERS.some(letter => letter === clip)
}

const TEXT_LANGUAGES = ['en', 'ms', 'zh', 'ta'] as const

type Word = PlaceType | 'number' | 'suffix' | 'go-to'
/** '' if a language does not have the clip. */
const WORDS: Record<Word, [en: string, ms: string, zh: string, ta: string]> = {
  number: ['number', 'nombor', '', 'எண்'],
  suffix: ['', '', '号', ''],
  'go-to': ['please go to', 'sila ke', '请到', 'செல்லவும்'],
  room: ['room', 'bilik', '房间', 'அறை'],
  counter: ['counter', 'kaunter', '柜台', 'கவுண்டர்'],
  consultation: ['consultation room', 'bilik rundingan', '诊室', 'ஆலோசனை அறை'],
  treatment: ['treatment room', 'bilik rawatan', '治疗室', 'சிகிச்சை அறை'],
  dispensary: ['the dispensary', 'farmasi', '药房', 'மருந்தகம்'],
  'x-ray': ['X ray', 'bilik x-ray', 'X光室', 'எக்ஸ்ரே அறை'],
  lab: ['the lab', 'makmal', '化验室', 'ஆய்வகம்'],
  registration: ['registration', 'kaunter pendaftaran', '登记处', 'பதிவு'],
}
const DIGIT_WORDS: Record<VoiceLanguage, string> = {
  en: 'zero one two three four five six seven eight nine',
  ms: 'kosong satu dua tiga empat lima enam tujuh lapan sembilan',
  zh: '零 一 二 三 四 五 六 七 八 九',
  ta: 'பூஜ்யம் ஒன்று இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு எட்டு ஒன்பது',
}

// Safe: the entries are the languages with the texts of each.
export const CLIP_TEXTS = Object.fromEntries(
  TEXT_LANGUAGES.map((language, column) => [language, listTexts(language, column)]),
) as Record<VoiceLanguage, Partial<Record<Clip, string>>>

function listTexts(language: VoiceLanguage, column: number) {
  const words = Object.entries(WORDS).map(([clip, texts]) => [clip, texts[column]])
  return Object.fromEntries([
    ...DIGIT_WORDS[language].split(' ').map((word, digit) => [digit, word]),
    ...words.filter(([, text]) => text !== ''),
    // Latin letters, because each voice knows their names. In Tamil script, B and P are both பி.
    ...LETTERS.map(letter => [letter, letter.toUpperCase()]),
  ])
}

type RoomClip = `room-${number}`
export type ClipName = Clip | RoomClip

export function toRoomClip(id: number): RoomClip {
  return `room-${id}`
}

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
  // Safe: each character is a digit or a letter from A to Z, and has a clip.
  return Array.from(text.toLowerCase()) as Clip[]
}
