import type { ColorGroup, PlainColor } from '#domain/settings/color-settings'
import { getColorKey } from '#domain/settings/gradient'
import type { SettingTexts } from '#domain/settings-record'

/** Returns a CSS color or gradient. Validation allows only these in the settings. */
export function getPaint(settings: SettingTexts, target: ColorGroup | PlainColor): string {
  // Safe: a target without a mode is a plain color.
  const group = target as ColorGroup
  const mode = settings[`${group}Mode`]
  if (mode === undefined) return settings[target as PlainColor]
  return mode === 'gradient' ? settings[`${group}Gradient`] : settings[getColorKey(group)]
}
