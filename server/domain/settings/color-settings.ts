import type { CardTitle } from './cards.ts'
import { type ColorKey, getColorKey } from './gradient.ts'
import { COLOR, COLOR_MODE, display, GRADIENT, type SettingRow } from './setting-types.ts'

export const GOLD_GRADIENT = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'

type ColorRule = { card: CardTitle; label: string; default: string; gradient: string }
/** Texts get a gold gradient. Backgrounds start with their base color to keep texts readable. */
const color = (card: CardTitle, label: string, value = '#ffffff', end?: string): ColorRule => ({
  card,
  label,
  default: value,
  gradient: end ? `linear-gradient(135deg, ${value} 0%, ${end} 100%)` : GOLD_GRADIENT,
})

export const COLOR_GROUPS = {
  headerText: color('Header Display', 'Text'),
  headerBackground: color('Header Display', 'Background', '#1e40af', '#1e3a8a'),
  clinicNameText: color('Clinic Name Text', 'Text'),
  callNameText: color('Current Call Display', 'Patient name'),
  windowText: color('Current Call Display', 'Room name'),
  callBackground: color('Current Call Display', 'Background', '#16a34a', '#166534'),
  prayerTimesText: color('Prayer Times Display', 'Text'),
  prayerTimesBackground: color('Prayer Times Display', 'Background', '#7c3aed', '#5b21b6'),
  weatherText: color('Weather Display', 'Text'),
  weatherBackground: color('Weather Display', 'Background', '#f97316', '#c2410c'),
  queueText: color('Queue List Display', 'Column headings', '#1f2937'),
  queueBackground: color('Queue List Display', 'Background', '#f3f4f6', '#e5e7eb'),
  queueItemBackground: color('Queue List Display', 'Row', '#2563eb', '#1e40af'),
  historyName: color('Queue List Display', 'Patient name', '#facc15'),
  marqueeText: color('Marquee', 'Text'),
  marqueeBackground: color('Marquee', 'Background', '#000000', '#1f2937'),
}
export type ColorGroup = keyof typeof COLOR_GROUPS
// Safe: these are the keys of the object.
export const COLOR_GROUP_NAMES = Object.keys(COLOR_GROUPS) as ColorGroup[]

export const COLORS = {
  callBorderColor: color('Current Call Display', 'Border', '#22c55e'),
  modalBackgroundColor: color('Highlight Box for patient calling', 'Background', '#1e293b'),
  modalBorderColor: color('Highlight Box for patient calling', 'Border', '#fbbf24'),
  modalTextColor: color('Highlight Box for patient calling', 'Text'),
  prayerTimesHighlightColor: color('Prayer Times Display', 'Next prayer', '#facc15'),
  queueHighlightColor: color('Queue List Display', 'Newest call', '#ef4444'),
  queueBorderColor: color('Queue List Display', 'Border', '#d1d5db'),
}
export type PlainColor = keyof typeof COLORS

type ColorRows = Record<ColorKey<ColorGroup> | PlainColor, SettingRow> &
  Record<`${ColorGroup}Mode`, SettingRow<'solid' | 'gradient'>> &
  Record<`${ColorGroup}Gradient`, SettingRow>

// Safe: the type is made of the same lists.
export const COLOR_ROWS = Object.fromEntries<SettingRow>([
  ...Object.entries(COLOR_GROUPS).flatMap(toGroupRows),
  ...Object.entries(COLORS).map(([key, rule]) => [key, toColorRow(rule)] as const),
]) as ColorRows

export function isColorGroup(name: string): name is ColorGroup {
  return Object.hasOwn(COLOR_GROUPS, name)
}

export function findColorGroup(key: string) {
  return COLOR_GROUP_NAMES.find(group => getColorKey(group) === key)
}

function toGroupRows([group, rule]: [string, ColorRule]): [string, SettingRow][] {
  return [
    [getColorKey(group), toColorRow(rule)],
    [`${group}Mode`, display(rule.card, COLOR_MODE, 'solid')],
    [`${group}Gradient`, display(rule.card, GRADIENT, rule.gradient)],
  ]
}

function toColorRow(rule: ColorRule) {
  return display(rule.card, COLOR, rule.default, rule.label)
}
