import type { CSSProperties } from 'react'
import { type Painted, paint } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'

/** A text in its group's colour, or filled with its gradient. */
export function ink(settings: Settings, group: Painted): CSSProperties {
  const colour = paint(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: colour }
  return {
    backgroundImage: colour,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
