import { capitalize } from '../text.ts'

export const PRAYER_KEYS = ['fajr', 'dhuhr', 'asr', 'maghrib', 'isha'] as const
export type PrayerKey = (typeof PRAYER_KEYS)[number]

/** Minutes after midnight in Malaysia. */
export type PrayerMinutes = Record<PrayerKey, number>
export type Prayer = { key: PrayerKey; name: string; time: string }
export type PrayerTimes = { prayerTimes: Prayer[] }

export const PRAYER_METHODS = [
  'JAKIM',
  'MuslimWorldLeague',
  'Egyptian',
  'Karachi',
  'UmmAlQura',
  'Dubai',
  'Qatar',
  'Kuwait',
  'MoonsightingCommittee',
  'Singapore',
  'Turkey',
  'Tehran',
  'NorthAmerica',
] as const
export type PrayerMethod = (typeof PRAYER_METHODS)[number]

/** Shadow length at Asr: once or twice the object's, plus the shadow at noon. */
export const ASR_RULES = ['standard', 'hanafi'] as const
type AsrRule = (typeof ASR_RULES)[number]

export const PRAYER_OFFSET_MAX_MINUTES = 30

const NAMES: Record<PrayerKey, [name: string, malay: string]> = {
  fajr: ['Fajr', 'Subuh'],
  dhuhr: ['Dhuhr', 'Zohor'],
  asr: ['Asr', 'Asar'],
  maghrib: ['Maghrib', 'Maghrib'],
  isha: ['Isha', 'Isyak'],
}

export function getPrayerName(key: PrayerKey, method: string) {
  const [name, malay] = NAMES[key]
  return method === 'JAKIM' || method === 'Singapore' ? malay : name
}

export function isPrayerOffset(text: string) {
  return /^(0|-?[1-9]\d?)$/.test(text) && Math.abs(Number(text)) <= PRAYER_OFFSET_MAX_MINUTES
}

export type PrayerOptions = {
  method: PrayerMethod
  /** A JAKIM zone; '' uses the zone of the location. */
  zone: string
  asr: AsrRule
  offsets: Record<PrayerKey, number>
}

type OffsetName = Capitalize<PrayerKey>
type PrayerSettings = { prayerMethod: PrayerMethod; prayerZone: string; prayerAsr: AsrRule } & {
  [Name in OffsetName as `prayerOffset${Name}`]: string
}

export function getPrayerOptions(settings: PrayerSettings): PrayerOptions {
  const offsets = PRAYER_KEYS.map(key => {
    const name = capitalize(key) as OffsetName
    return [key, Number(settings[`prayerOffset${name}`])]
  })
  return {
    method: settings.prayerMethod,
    zone: settings.prayerZone,
    asr: settings.prayerAsr,
    // Safe: these are the keys of the type.
    offsets: Object.fromEntries(offsets) as PrayerOptions['offsets'],
  }
}

/** Lets the browser check a zone without loading the list of all districts. */
const ZONE =
  /^(JHR0[1-4]|KDH0[1-7]|KTN0[12]|MLK01|NGS0[1-3]|PHG0[1-7]|PLS01|PNG01|PRK0[1-7]|SBH0[1-9]|SGR0[1-3]|SWK0[1-9]|TRG0[1-4]|WLY0[12])$/

export function isJakimZone(code: string) {
  return ZONE.test(code)
}
