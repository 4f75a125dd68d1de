import { ASR_RULES, PRAYER_METHODS } from '../display/prayer-times.ts'
import { MEDIA_KINDS } from '../media/media.ts'
import { DEFAULT_PRESET, DEFAULT_TV_VOLUME } from './sounds.ts'

export const COLOR_GROUPS = [
  'headerText',
  'headerBackground',
  'clinicNameText',
  'callNameText',
  'callBackground',
  'windowText',
  'prayerTimesText',
  'prayerTimesBackground',
  'weatherText',
  'weatherBackground',
  'queueText',
  'queueBackground',
  'queueItemBackground',
  'historyName',
] as const
export type ColorGroup = (typeof COLOR_GROUPS)[number]

export const GOLD_GRADIENT = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'

const DEFAULT_GROUP_COLORS: Partial<Record<ColorGroup, string>> = {
  headerBackground: '#1e40af',
  callBackground: '#16a34a',
  prayerTimesBackground: '#7c3aed',
  weatherBackground: '#f97316',
  queueText: '#1f2937',
  queueBackground: '#f3f4f6',
  queueItemBackground: '#2563eb',
  historyName: '#facc15',
}

type Kind =
  | 'boolean'
  | 'text'
  | 'colour'
  | 'gradient'
  | 'media'
  | 'youtube'
  | 'volume'
  | 'preset'
  | 'language'
  | 'latitude'
  | 'longitude'
  | 'prayerOffset'
  | readonly string[]
/** `kind` is a format or the list of allowed values. */
export type SettingRule = { category: 'display' | 'audio'; kind: Kind; fallback: string }

const MODES = ['solid', 'gradient'] as const

const display = (kind: Kind, fallback: string): SettingRule => ({
  category: 'display',
  kind,
  fallback,
})
const audio = (kind: Kind, fallback: string): SettingRule => ({ category: 'audio', kind, fallback })

export const SETTINGS_SCHEMA: Record<string, SettingRule> = {
  theme: display('text', 'blue'),
  showPrayerTimes: display('boolean', 'false'),
  showWeather: display('boolean', 'false'),
  enableMarquee: display('boolean', 'false'),
  marqueeText: display('text', 'Welcome to the Health Clinic'),
  marqueeColor: display('colour', '#ffffff'),
  marqueeBackgroundColor: display('colour', '#000000'),
  marqueeTextMode: display(MODES, 'solid'),
  marqueeTextGradient: display('gradient', GOLD_GRADIENT),
  marqueeBackgroundMode: display(MODES, 'solid'),
  marqueeBackgroundGradient: display('gradient', GOLD_GRADIENT),
  clinicLogo: display('media', ''),
  showClinicLogo: display('boolean', 'false'),
  clinicName: display('text', 'MAIN CLINIC 24 HOURS'),
  dashboardMediaType: display(['own', 'youtube'], 'own'),
  youtubeUrl: display('youtube', ''),
  mediaType: display(MEDIA_KINDS, 'image'),
  ...Object.fromEntries(COLOR_GROUPS.flatMap(colorGroup)),
  latitude: display('latitude', ''),
  longitude: display('longitude', ''),
  prayerMethod: display(PRAYER_METHODS, 'JAKIM'),
  prayerAsr: display(ASR_RULES, 'standard'),
  prayerOffsetFajr: display('prayerOffset', '0'),
  prayerOffsetDhuhr: display('prayerOffset', '0'),
  prayerOffsetAsr: display('prayerOffset', '0'),
  prayerOffsetMaghrib: display('prayerOffset', '0'),
  prayerOffsetIsha: display('prayerOffset', '0'),
  callBorderColor: display('colour', '#22c55e'),
  modalBackgroundColor: display('colour', '#1e293b'),
  modalBorderColor: display('colour', '#fbbf24'),
  modalTextColor: display('colour', '#ffffff'),
  prayerTimesHighlightColor: display('colour', '#facc15'),
  queueHighlightColor: display('colour', '#ef4444'),
  queueBorderColor: display('colour', '#d1d5db'),
  enableSound: audio('boolean', 'true'),
  volume: audio('volume', String(DEFAULT_TV_VOLUME)),
  presetKey: audio('preset', DEFAULT_PRESET),
  soundType: audio(['preset'], 'preset'),
  soundMode: audio(['preset'], 'preset'),
  customAudioId: audio('text', ''),
  enableTTS: audio('boolean', 'false'),
  ttsLanguage: audio('language', 'en'),
}

export const ALIASES: Record<string, string> = { enable_audio: 'enableSound' }

function colorGroup(group: ColorGroup): [string, SettingRule][] {
  return [
    [`${group}Color`, display('colour', DEFAULT_GROUP_COLORS[group] ?? '#ffffff')],
    [`${group}Mode`, display(MODES, 'solid')],
    [`${group}Gradient`, display('gradient', GOLD_GRADIENT)],
  ]
}
