/** The presets by key, each with the file that plays it (`/sounds/...`). */
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
export const DEFAULT_FORM_VOLUME = 50
export const MAX_PLAY_ATTEMPTS = 2
export const PLAY_RETRY_MS = 100

export function isPreset(key: string): key is PresetKey {
  return Object.keys(PRESETS).includes(key)
}

/** Where a preset's sound is, or null for an unknown key. A browser without WAV gets the MP3. */
export function getSoundUrl(key: string, canPlayWav: boolean): string | null {
  if (!isPreset(key)) return null
  const playable = PRESETS[key].endsWith('.mp3') || canPlayWav
  return `/sounds/${PRESETS[playable ? key : DEFAULT_PRESET]}`
}

/** Where a preset's MP3 is, or null for an unknown key. Every preset has one, for TVs. */
export function getMp3Url(key: string): string | null {
  return isPreset(key) ? `/sounds/${key}.mp3` : null
}

/** A name to choose by: 'airport_ding_1569' is 'Airport ding'. */
export function formatPreset(key: string) {
  const words = key.replace(/_\d+$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 0-100; what is no number is the TV's default. */
export function clampVolume(volume: number) {
  return Number.isFinite(volume) ? Math.min(100, Math.max(0, volume)) : DEFAULT_TV_VOLUME
}
