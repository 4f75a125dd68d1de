import type { Settings } from './settings.ts'
import type { ColourGroup } from './settings-schema.ts'

export function isOn(settings: Settings, key: string) {
  return settings[key] === 'true'
}

/** What has a colour and a gradient to choose from. */
export type Painted = ColourGroup | 'marqueeText' | 'marqueeBackground'

/** A group's paint for `background`: its colour or its gradient, never anything else. */
export function paint(settings: Settings, painted: Painted) {
  const isGradient = settings[`${painted}Mode`] === 'gradient'
  return settings[isGradient ? `${painted}Gradient` : colourKey(painted)] ?? ''
}

/** The one text whose colour is not named after its group. */
export function colourKey(painted: Painted) {
  return painted === 'marqueeText' ? 'marqueeColor' : `${painted}Color`
}
