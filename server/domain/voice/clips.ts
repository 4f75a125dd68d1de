import { PLACE_TYPES } from '../rooms/spoken-place.ts'
import type { VoiceLanguage } from './languages.ts'

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** A patient's number may begin with a letter, such as B007. */
export const LETTERS = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'],
  ...['n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'],
] as const
type Letter = (typeof LETTERS)[number]

/** The shipped recordings. In Mandarin, `suffix` follows a number, such as 3 号. */
export const CLIPS = [...DIGITS, ...PLACE_TYPES, 'number', 'go-to', 'suffix', ...LETTERS] as const
export type Clip = (typeof CLIPS)[number]

export function isClip(name: string): name is Clip {
  return CLIPS.some(clip => clip === name)
}

export function isLetter(clip: string) {
  return LETTERS.some(letter => letter === clip)
}

/** Latin letters, because each voice knows their names. In Tamil script, B and P are both பி. */
const LETTER_TEXTS = Object.fromEntries(
  LETTERS.map(letter => [letter, letter.toUpperCase()]),
) as Record<Letter, string>

export const CLIP_TEXTS: Record<VoiceLanguage, Partial<Record<Clip, string>>> = {
  en: {
    ...spell('zero one two three four five six seven eight nine'),
    number: 'number',
    'go-to': 'please go to',
    room: 'room',
    counter: 'counter',
    consultation: 'consultation room',
    treatment: 'treatment room',
    dispensary: 'the dispensary',
    'x-ray': 'X ray',
    lab: 'the lab',
    registration: 'registration',
    ...LETTER_TEXTS,
  },
  ms: {
    ...spell('kosong satu dua tiga empat lima enam tujuh lapan sembilan'),
    number: 'nombor',
    'go-to': 'sila ke',
    room: 'bilik',
    counter: 'kaunter',
    consultation: 'bilik rundingan',
    treatment: 'bilik rawatan',
    dispensary: 'farmasi',
    'x-ray': 'bilik x-ray',
    lab: 'makmal',
    registration: 'kaunter pendaftaran',
    ...LETTER_TEXTS,
  },
  zh: {
    ...spell('零 一 二 三 四 五 六 七 八 九'),
    suffix: '号',
    'go-to': '请到',
    room: '房间',
    counter: '柜台',
    consultation: '诊室',
    treatment: '治疗室',
    dispensary: '药房',
    'x-ray': 'X光室',
    lab: '化验室',
    registration: '登记处',
    ...LETTER_TEXTS,
  },
  ta: {
    ...spell('பூஜ்யம் ஒன்று இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு எட்டு ஒன்பது'),
    number: 'எண்',
    'go-to': 'செல்லவும்',
    room: 'அறை',
    counter: 'கவுண்டர்',
    consultation: 'ஆலோசனை அறை',
    treatment: 'சிகிச்சை அறை',
    dispensary: 'மருந்தகம்',
    'x-ray': 'எக்ஸ்ரே அறை',
    lab: 'ஆய்வகம்',
    registration: 'பதிவு',
    ...LETTER_TEXTS,
  },
}

function spell(words: string) {
  const digits = words.split(' ').map((word, digit) => [DIGITS[digit], word] as const)
  // Safe: there is a word for each of the ten digits.
  return Object.fromEntries(digits) as Record<(typeof DIGITS)[number], string>
}
