import type { ColorGroup } from '#domain/settings/settings-schema'
import { getColorKey, type Settings } from '#domain/settings-record'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getBackground(settings: Settings, target: ColorGroup) {
  const isGradient = settings[`${target}Mode`] === 'gradient'
  return settings[isGradient ? `${target}Gradient` : getColorKey(target)] ?? ''
}
