import type { CSSProperties } from 'react'
import type { Settings } from '#domain/settings/settings'
import { type BackgroundTarget, getBackground } from '../../ui/background.ts'

export function getTextStyle(settings: Settings, group: BackgroundTarget): CSSProperties {
  const background = getBackground(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: background }
  return {
    backgroundImage: background,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
