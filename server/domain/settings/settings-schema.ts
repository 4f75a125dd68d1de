import { ASR_RULES, PRAYER_METHODS } from '../display/prayer-times.ts'
import { DEFAULT_HOLD_PRESETS } from '../queue/hold-presets.ts'
import { getColorKey } from '../settings-record.ts'
import { TICKET_MODES, TICKET_PAPERS } from '../tickets/ticket-settings.ts'
import * as types from './setting-types.ts'
import { DEFAULT_PRESET, DEFAULT_TV_VOLUME } from './sounds.ts'

export const GOLD_GRADIENT = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'

export type CardTitle =
  | 'Media'
  | 'Clinic Name'
  | 'Clinic Logo'
  | 'Header Display'
  | 'Clinic Name Text'
  | 'Current Call Display'
  | 'Highlight Box for patient calling'
  | 'Prayer Times Display'
  | 'Weather Display'
  | 'Queue List Display'
  | 'Prayer Times'
  | 'Weather'
  | 'Location'
  | 'Marquee'
  | 'Languages'
  | 'Order of Calling'
  | 'Requeue with a Time'
  | 'Tickets'
  | 'Reports'
  | 'Names'
  | 'First Steps'
  | 'Audio'

/** `card` is null for a setting that no screen edits. */
export type SettingRule = {
  category: 'display' | 'audio'
  card: CardTitle | null
  type: types.SettingType
  fallback: string
}

type ColorRule = { card: CardTitle; label: string; fallback: string }
const color = (card: CardTitle, label: string, fallback = '#ffffff'): ColorRule => ({
  card,
  label,
  fallback,
})

/** Each is three settings: a color, a gradient, and which of the two is used. */
export const COLOR_GROUPS = {
  headerText: color('Header Display', 'Text'),
  headerBackground: color('Header Display', 'Background', '#1e40af'),
  clinicNameText: color('Clinic Name Text', 'Text'),
  callNameText: color('Current Call Display', 'Patient name'),
  windowText: color('Current Call Display', 'Room name'),
  callBackground: color('Current Call Display', 'Background', '#16a34a'),
  prayerTimesText: color('Prayer Times Display', 'Text'),
  prayerTimesBackground: color('Prayer Times Display', 'Background', '#7c3aed'),
  weatherText: color('Weather Display', 'Text'),
  weatherBackground: color('Weather Display', 'Background', '#f97316'),
  queueText: color('Queue List Display', 'Column headings', '#1f2937'),
  queueBackground: color('Queue List Display', 'Background', '#f3f4f6'),
  queueItemBackground: color('Queue List Display', 'Row', '#2563eb'),
  historyName: color('Queue List Display', 'Patient name', '#facc15'),
  marqueeText: color('Marquee', 'Text'),
  marqueeBackground: color('Marquee', 'Background', '#000000'),
}
export type ColorGroup = keyof typeof COLOR_GROUPS

export const COLORS = {
  callBorderColor: color('Current Call Display', 'Border', '#22c55e'),
  modalBackgroundColor: color('Highlight Box for patient calling', 'Background', '#1e293b'),
  modalBorderColor: color('Highlight Box for patient calling', 'Border', '#fbbf24'),
  modalTextColor: color('Highlight Box for patient calling', 'Text'),
  prayerTimesHighlightColor: color('Prayer Times Display', 'Next prayer', '#facc15'),
  queueHighlightColor: color('Queue List Display', 'Newest call', '#ef4444'),
  queueBorderColor: color('Queue List Display', 'Border', '#d1d5db'),
}

const display = (
  card: CardTitle | null,
  type: types.SettingType,
  fallback: string,
): SettingRule => ({ category: 'display', card, type, fallback })
const audio = (type: types.SettingType, fallback: string): SettingRule => ({
  category: 'audio',
  card: 'Audio',
  type,
  fallback,
})

export const SETTINGS_SCHEMA: Record<string, SettingRule> = {
  theme: display(null, types.TEXT, 'blue'),
  showPrayerTimes: display('Prayer Times', types.BOOLEAN, 'false'),
  showWeather: display('Weather', types.BOOLEAN, 'false'),
  enableMarquee: display('Marquee', types.BOOLEAN, 'false'),
  marqueeText: display('Marquee', types.TEXT, 'Welcome to the Health Clinic'),
  // One language or two, in order.
  tvLanguages: display('Languages', types.TV_LANGUAGES, 'en'),
  clinicLogo: display('Clinic Logo', types.MEDIA, ''),
  showClinicLogo: display('Clinic Logo', types.BOOLEAN, 'false'),
  clinicName: display('Clinic Name', types.TITLE, 'MAIN CLINIC 24 HOURS'),
  dashboardMediaType: display('Media', types.choiceOf(['own', 'youtube']), 'own'),
  youtubeUrl: display('Media', types.YOUTUBE, ''),
  latitude: display('Location', types.LATITUDE, ''),
  longitude: display('Location', types.LONGITUDE, ''),
  orderWeight: display('Order of Calling', types.choiceOf(['1', '1.5', '2', '3', 'always']), '2'),
  orderLimitMinutes: display('Order of Calling', types.wholeNumber('minutes', 5, 240), '45'),
  missedCalls: display('Order of Calling', types.wholeNumber('calls', 1, 20), '3'),
  holdPresets: display('Requeue with a Time', types.HOLD_PRESETS, DEFAULT_HOLD_PRESETS),
  waitTargetMinutes: display('Reports', types.wholeNumber('minutes', 5, 480), '60'),
  reportsFor: display('Reports', types.choiceOf(['admin', 'staff']), 'admin'),
  // A new clinic begins with 30; see db/repositories/seed.ts.
  keepNamesDays: display('Names', types.KEEP_NAMES, types.KEEP_ALL),
  showGettingStarted: display('First Steps', types.BOOLEAN, 'true'),
  // An administrator has said that the clock shows the right time.
  clockConfirmed: display(null, types.BOOLEAN, 'false'),
  ticketMode: display('Tickets', types.choiceOf(TICKET_MODES), 'off'),
  ticketPaper: display('Tickets', types.choiceOf(TICKET_PAPERS), '80'),
  ticketText: display('Tickets', types.LINE, ''),
  prayerMethod: display('Prayer Times', types.choiceOf(PRAYER_METHODS), 'JAKIM'),
  prayerAsr: display('Prayer Times', types.choiceOf(ASR_RULES), 'standard'),
  // One of JAKIM's; empty for that of the clinic's location.
  prayerZone: display('Prayer Times', types.PRAYER_ZONE, ''),
  // When JAKIM's table was last changed, so that TVs fetch the times again.
  prayerTable: display(null, types.TEXT, ''),
  prayerOffsetFajr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetDhuhr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetAsr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetMaghrib: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetIsha: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  ...Object.fromEntries(Object.entries(COLOR_GROUPS).flatMap(toGroupSettings)),
  ...Object.fromEntries(Object.entries(COLORS).map(toColorSetting)),
  enableSound: audio(types.BOOLEAN, 'true'),
  volume: audio(types.VOLUME, String(DEFAULT_TV_VOLUME)),
  presetKey: audio(types.PRESET, DEFAULT_PRESET),
  soundType: audio(types.choiceOf(['preset']), 'preset'),
  soundMode: audio(types.choiceOf(['preset']), 'preset'),
  customAudioId: audio(types.TEXT, ''),
  enableTTS: audio(types.BOOLEAN, 'false'),
  ttsLanguage: audio(types.LANGUAGE, 'en'),
  // The shipped voice, in order; empty for none.
  voiceLanguages: audio(types.VOICE_LANGUAGES, ''),
}

export const ALIASES: Record<string, string> = { enable_audio: 'enableSound' }

/** The rule of a setting, by its own name or an older one; undefined if there is none. */
export function findRule(name: string) {
  const key = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
  const rule = Object.hasOwn(SETTINGS_SCHEMA, key) ? SETTINGS_SCHEMA[key] : undefined
  return rule && { key, ...rule }
}

/** Read, but never saved: it follows from other settings. */
export const DERIVED_KEY = 'mediaType'

function toColorSetting([key, { card, fallback }]: [string, ColorRule]): [string, SettingRule] {
  return [key, display(card, types.COLOR, fallback)]
}

function toGroupSettings([group, rule]: [string, ColorRule]): [string, SettingRule][] {
  return [
    toColorSetting([getColorKey(group), rule]),
    [`${group}Mode`, display(rule.card, types.choiceOf(['solid', 'gradient']), 'solid')],
    [`${group}Gradient`, display(rule.card, types.GRADIENT, GOLD_GRADIENT)],
  ]
}
