import type { CSSProperties } from 'react'
import type { ColorGroup } from '#domain/settings/color-settings'
import type { Settings } from '#domain/settings-record'
import { getPaint } from '../ui/color/background.ts'
import { getContrast, getContrastColor, getTextColorOnWhite, WHITE } from '../ui/color/contrast.ts'
import { GROUNDS, getShade, MIN_CONTRAST } from '../ui/color/shade.ts'

export function toCssVariables(settings: Settings) {
  const header = getPaint(settings, 'headerBackground')
  const groundInk = getContrastColor(header)
  const isDark = groundInk === WHITE
  const grounds: Record<string, string> = {}
  for (const ground of GROUNDS) {
    grounds[`--paint-${ground}`] = getPaint(settings, ground)
    grounds[`--shade-${ground}`] = `inset 0 0 0 2000px rgba(0,0,0,${getShade(settings, ground)})`
  }
  return {
    ...grounds,
    // The clock has the header's colors, because it has no color settings.
    '--ground-paint': isDark ? '#0b1220' : header,
    '--ground-ink': groundInk,
    '--text-muted': getMuted(header, groundInk),
    '--call-edge': settings.callBorderColor,
    '--call-ink': settings.windowTextColor,
    '--number-ink': getTextColorOnWhite(getPaint(settings, 'callBackground')),
    '--queue-edge': settings.queueBorderColor,
    '--queue-highlight': settings.queueHighlightColor,
    '--prayer-highlight': settings.prayerTimesHighlightColor,
    '--overlay-edge': settings.modalBorderColor,
    '--overlay-edge-ink': getContrastColor(settings.modalBorderColor),
    '--overlay-ink': settings.modalTextColor,
  } as CSSProperties
}

function getMuted(header: string, groundInk: string) {
  if (groundInk === WHITE) return '#b8c6dd'
  return getContrast('#475569', header) < MIN_CONTRAST ? groundInk : '#475569'
}

export function getTextStyle(settings: Settings, group: ColorGroup): CSSProperties {
  const background = getPaint(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: background }
  return {
    backgroundImage: background,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
