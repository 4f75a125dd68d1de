import type { Settings } from './settings.ts'
import type { ColorGroup } from './settings-schema.ts'

export function isOn(settings: Settings, key: string) {
  return settings[key] === 'true'
}

/** What has a colour and a gradient to choose from. */
export type BackgroundTarget = ColorGroup | 'marqueeText' | 'marqueeBackground'

/** A group's paint for `background`: its colour or its gradient, never anything else. */
export function getBackground(settings: Settings, painted: BackgroundTarget) {
  const isGradient = settings[`${painted}Mode`] === 'gradient'
  return settings[isGradient ? `${painted}Gradient` : getColorKey(painted)] ?? ''
}

/** The one text whose colour is not named after its group. */
export function getColorKey(painted: BackgroundTarget) {
  return painted === 'marqueeText' ? 'marqueeColor' : `${painted}Color`
}
