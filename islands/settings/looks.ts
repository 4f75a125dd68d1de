import { type ColorGroup, isColorGroup, type PlainColor } from '#domain/settings/color-settings'
import { getColorKey } from '#domain/settings/gradient'
import { listValues } from '#domain/settings/settings'
import { getRow } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'

type Target = ColorGroup | PlainColor

const PALETTES: Record<Target, [calm: string, light: string, highContrast: string]> = {
  headerText: ['#a7f3d0', '#1e3a5f', '#ffff00'],
  headerBackground: ['#0b1524', '#ffffff', '#000000'],
  clinicNameText: ['#ffffff', '#0f172a', '#ffffff'],
  callNameText: ['#ffffff', '#0f172a', '#ffff00'],
  windowText: ['#ffffff', '#1e3a5f', '#ffffff'],
  callBackground: ['#0f5f4b', '#e0f2fe', '#000000'],
  callBorderColor: ['#34d399', '#0369a1', '#ffff00'],
  prayerTimesText: ['#e2e8f0', '#0f172a', '#ffffff'],
  prayerTimesBackground: ['#12233a', '#ffffff', '#000000'],
  prayerTimesHighlightColor: ['#fbbf24', '#0369a1', '#ffff00'],
  weatherText: ['#e2e8f0', '#0f172a', '#ffffff'],
  weatherBackground: ['#12233a', '#ffffff', '#000000'],
  queueText: ['#94a3b8', '#475569', '#ffffff'],
  queueBackground: ['#0b1524', '#f1f5f9', '#000000'],
  queueItemBackground: ['#16263c', '#ffffff', '#1a1a1a'],
  queueHighlightColor: ['#fbbf24', '#c2410c', '#ffff00'],
  queueBorderColor: ['#16263c', '#cbd5e1', '#ffffff'],
  historyName: ['#ffffff', '#0f172a', '#ffff00'],
  marqueeText: ['#e2e8f0', '#0f172a', '#ffff00'],
  marqueeBackground: ['#0b1524', '#e2e8f0', '#000000'],
  modalBackgroundColor: ['#0b1524', '#ffffff', '#000000'],
  modalBorderColor: ['#34d399', '#0369a1', '#ffff00'],
  modalTextColor: ['#ffffff', '#0f172a', '#ffffff'],
}

/** Looks in the order shown to users. Classic has the default colors. */
export const LOOKS = [
  { name: 'Calm', settings: createLook(0) },
  { name: 'Classic', settings: createLook(-1) },
  { name: 'Light', settings: createLook(1) },
  { name: 'High contrast', settings: createLook(2) },
]

/** Creates settings that make all colors solid, but keep saved gradients. */
function createLook(place: number) {
  const settings: Partial<SettingTexts> = {}
  // Safe: the keys of PALETTES are targets.
  for (const target of Object.keys(PALETTES) as Target[]) {
    const key = isColorGroup(target) ? getColorKey(target) : target
    settings[key] = PALETTES[target][place] ?? getRow(key).default
    if (isColorGroup(target)) settings[`${target}Mode`] = 'solid'
  }
  return settings
}

export function hasLook(settings: SettingTexts, look: { settings: Partial<SettingTexts> }) {
  return listValues(look.settings).every(({ key, value }) => settings[key] === value)
}
