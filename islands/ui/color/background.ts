import { getColorKey, type Settings } from '#domain/settings/settings-record'
import type { ColorGroup } from '#domain/settings/settings-schema'
import { getContrastColor, WHITE } from './contrast.ts'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getBackground(settings: Settings, target: ColorGroup) {
  const isGradient = settings[`${target}Mode`] === 'gradient'
  return settings[isGradient ? `${target}Gradient` : getColorKey(target)] ?? ''
}

/** Below light text a little darker than chosen: white on the specified orange would be hard to read (2.8:1). */
export function isWeatherShaded(settings: Settings) {
  return getContrastColor(settings.weatherTextColor ?? '') !== WHITE
}
