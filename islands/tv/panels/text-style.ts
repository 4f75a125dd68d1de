import type { CSSProperties } from 'react'
import { type BackgroundTarget, getBackground } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'

/** A text in its group's colour, or filled with its gradient. */
export function getTextStyle(settings: Settings, group: BackgroundTarget): CSSProperties {
  const colour = getBackground(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: colour }
  return {
    backgroundImage: colour,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
