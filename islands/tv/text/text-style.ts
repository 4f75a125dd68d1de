import type { CSSProperties } from 'react'
import type { ColorGroup } from '#domain/settings/settings-schema'
import type { Settings } from '#domain/settings-record'
import { getBackground } from '../../ui/color/background.ts'

export function getTextStyle(settings: Settings, group: ColorGroup): CSSProperties {
  const background = getBackground(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: background }
  return {
    backgroundImage: background,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
