import { getColorKey } from '#domain/settings/color-key'
import type { ColorGroup } from '#domain/settings/color-settings'
import type { SettingTexts } from '#domain/settings-record'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getBackground(settings: SettingTexts, target: ColorGroup) {
  const isGradient = settings[`${target}Mode`] === 'gradient'
  return isGradient ? settings[`${target}Gradient`] : settings[getColorKey(target)]
}
