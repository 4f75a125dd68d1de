import type { Settings } from '#domain/settings/settings'
import type { ColorGroup } from '#domain/settings/settings-schema'

export type BackgroundTarget = ColorGroup | 'marqueeText' | 'marqueeBackground'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getBackground(settings: Settings, target: BackgroundTarget) {
  const isGradient = settings[`${target}Mode`] === 'gradient'
  return settings[isGradient ? `${target}Gradient` : getColorKey(target)] ?? ''
}

export function getColorKey(target: BackgroundTarget) {
  return target === 'marqueeText' ? 'marqueeColor' : `${target}Color`
}
