import { COLOR_GROUPS, COLORS, type ColorGroup } from '#domain/settings/settings-schema'
import { getColorKey, type Settings } from '#domain/settings-record'

type LookColors = Record<ColorGroup | keyof typeof COLORS, string>

const CLASSIC = Object.fromEntries(
  Object.entries({ ...COLOR_GROUPS, ...COLORS }).map(([target, { fallback }]) => [
    target,
    fallback,
  ]),
  // Object.fromEntries() forgets the keys.
) as LookColors

const CALM: LookColors = {
  headerText: '#a7f3d0',
  headerBackground: '#0b1524',
  clinicNameText: '#ffffff',
  callNameText: '#ffffff',
  windowText: '#ffffff',
  callBackground: '#0f5f4b',
  callBorderColor: '#34d399',
  prayerTimesText: '#e2e8f0',
  prayerTimesBackground: '#12233a',
  prayerTimesHighlightColor: '#fbbf24',
  weatherText: '#e2e8f0',
  weatherBackground: '#12233a',
  queueText: '#94a3b8',
  queueBackground: '#0b1524',
  queueItemBackground: '#16263c',
  queueHighlightColor: '#fbbf24',
  queueBorderColor: '#16263c',
  historyName: '#ffffff',
  marqueeText: '#e2e8f0',
  marqueeBackground: '#0b1524',
  modalBackgroundColor: '#0b1524',
  modalBorderColor: '#34d399',
  modalTextColor: '#ffffff',
}

const LIGHT: LookColors = {
  headerText: '#1e3a5f',
  headerBackground: '#ffffff',
  clinicNameText: '#0f172a',
  callNameText: '#0f172a',
  windowText: '#1e3a5f',
  callBackground: '#e0f2fe',
  callBorderColor: '#0369a1',
  prayerTimesText: '#0f172a',
  prayerTimesBackground: '#ffffff',
  prayerTimesHighlightColor: '#0369a1',
  weatherText: '#0f172a',
  weatherBackground: '#ffffff',
  queueText: '#475569',
  queueBackground: '#f1f5f9',
  queueItemBackground: '#ffffff',
  queueHighlightColor: '#c2410c',
  queueBorderColor: '#cbd5e1',
  historyName: '#0f172a',
  marqueeText: '#0f172a',
  marqueeBackground: '#e2e8f0',
  modalBackgroundColor: '#ffffff',
  modalBorderColor: '#0369a1',
  modalTextColor: '#0f172a',
}

const HIGH_CONTRAST: LookColors = {
  headerText: '#ffff00',
  headerBackground: '#000000',
  clinicNameText: '#ffffff',
  callNameText: '#ffff00',
  windowText: '#ffffff',
  callBackground: '#000000',
  callBorderColor: '#ffff00',
  prayerTimesText: '#ffffff',
  prayerTimesBackground: '#000000',
  prayerTimesHighlightColor: '#ffff00',
  weatherText: '#ffffff',
  weatherBackground: '#000000',
  queueText: '#ffffff',
  queueBackground: '#000000',
  queueItemBackground: '#1a1a1a',
  queueHighlightColor: '#ffff00',
  queueBorderColor: '#ffffff',
  historyName: '#ffff00',
  marqueeText: '#ffff00',
  marqueeBackground: '#000000',
  modalBackgroundColor: '#000000',
  modalBorderColor: '#ffff00',
  modalTextColor: '#ffffff',
}

export const LOOKS: { name: string; settings: Settings; colors: LookColors }[] = [
  createLook('Classic', CLASSIC),
  createLook('Calm', CALM),
  createLook('Light', LIGHT),
  createLook('High contrast', HIGH_CONTRAST),
]

/** All colors become solid; saved gradients are kept. */
function createLook(name: string, colors: LookColors) {
  const settings: Settings = {}
  for (const [target, color] of Object.entries(colors)) {
    if (target in COLORS) settings[target] = color
    else Object.assign(settings, { [getColorKey(target)]: color, [`${target}Mode`]: 'solid' })
  }
  return { name, settings, colors }
}

export function hasLook(settings: Settings, look: { settings: Settings }) {
  return Object.entries(look.settings).every(([key, value]) => settings[key] === value)
}
