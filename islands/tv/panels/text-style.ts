import type { CSSProperties } from 'react'
import { type BackgroundTarget, getBackground } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'

export function getTextStyle(settings: Settings, group: BackgroundTarget): CSSProperties {
  const background = getBackground(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: background }
  return {
    backgroundImage: background,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
