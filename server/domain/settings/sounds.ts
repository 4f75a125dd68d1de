export const PRESETS = {
  notification_sound: 'notification_sound.mp3',
  subway_chime: 'subway_chime.mp3',
  header_tone: 'header_tone.mp3',
  airport_chime: 'airport_chime.mp3',
  airport_call: 'airport_call.mp3',
  airport_ding_1569: 'airport_ding_1569.wav',
  melodic_airport_ding_1570: 'melodic_airport_ding_1570.wav',
  flute_phone_alert_2316: 'flute_phone_alert_2316.wav',
  happy_bells_937: 'happy_bells_937.wav',
  orchestra_trumpets_triumphant_2285: 'orchestra_trumpets_triumphant_2285.wav',
  orchestra_trumpets_ending_2292: 'orchestra_trumpets_ending_2292.wav',
  software_remove_2576: 'software_remove_2576.wav',
  trumpet_fanfare_2293: 'trumpet_fanfare_2293.wav',
} as const
export type PresetKey = keyof typeof PRESETS

export const DEFAULT_PRESET: PresetKey = 'notification_sound'
export const DEFAULT_TV_VOLUME = 70

export function isPreset(key: string): key is PresetKey {
  return Object.keys(PRESETS).includes(key)
}

/** Returns null for an unknown key. Browsers without WAV support get the default preset's MP3. */
export function getSoundUrl(key: string, canPlayWav: boolean): string | null {
  if (!isPreset(key)) return null
  const isPlayable = PRESETS[key].endsWith('.mp3') || canPlayWav
  return `/sounds/${PRESETS[isPlayable ? key : DEFAULT_PRESET]}`
}

/** Returns the MP3 that every preset has for TVs, or null for an unknown key. */
export function getMp3Url(key: string): string | null {
  return isPreset(key) ? `/sounds/${key}.mp3` : null
}

const PRESET_NAMES = new Map([
  ['software_remove_2576', 'Soft click'],
  ['orchestra_trumpets_triumphant_2285', 'Triumphant trumpets'],
])

export function formatPreset(key: string) {
  const words = key.replace(/_\d+$/, '').replaceAll('_', ' ')
  return PRESET_NAMES.get(key) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function clampVolume(volume: number) {
  return Number.isFinite(volume) ? Math.min(100, Math.max(0, volume)) : DEFAULT_TV_VOLUME
}
