import { getColorKey } from '#domain/settings/color-key'
import type { ColorGroup, PlainColor } from '#domain/settings/color-settings'
import type { SettingTexts } from '#domain/settings-record'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getPaint(settings: SettingTexts, target: ColorGroup | PlainColor): string {
  // Safe: what has no mode is a plain color.
  const group = target as ColorGroup
  const mode = settings[`${group}Mode`]
  if (mode === undefined) return settings[target as PlainColor]
  return mode === 'gradient' ? settings[`${group}Gradient`] : settings[getColorKey(group)]
}
