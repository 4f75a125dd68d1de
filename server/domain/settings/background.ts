import type { Settings } from './settings.ts'
import type { ColorGroup } from './settings-schema.ts'

export function isOn(settings: Settings, key: string) {
  return settings[key] === 'true'
}

export type BackgroundTarget = ColorGroup | 'marqueeText' | 'marqueeBackground'

/** A CSS color or gradient; validation lets nothing else into these settings. */
export function getBackground(settings: Settings, target: BackgroundTarget) {
  const isGradient = settings[`${target}Mode`] === 'gradient'
  return settings[isGradient ? `${target}Gradient` : getColorKey(target)] ?? ''
}

export function getColorKey(target: BackgroundTarget) {
  return target === 'marqueeText' ? 'marqueeColor' : `${target}Color`
}
