import type { CSSProperties } from 'react'
import type { ColorGroup } from '#domain/settings/color-settings'
import type { Settings } from '#domain/settings-record'
import { getBackground } from '../ui/color/background.ts'
import { getContrastColor, getTextColorOnWhite, WHITE } from '../ui/color/contrast.ts'

export function toCssVariables(settings: Settings) {
  const header = getBackground(settings, 'headerBackground')
  const groundInk = getContrastColor(header)
  const isDark = groundInk === WHITE
  return {
    // The clock has no setting of its own: it follows the header.
    '--ground-paint': isDark ? '#0b1220' : header,
    '--ground-ink': groundInk,
    '--text-muted': isDark ? '#b8c6dd' : '#475569',
    '--clinic-paint': header,
    '--call-paint': getBackground(settings, 'callBackground'),
    '--call-edge': settings.callBorderColor,
    '--call-ink': settings.windowTextColor,
    '--number-ink': getTextColorOnWhite(getBackground(settings, 'callBackground')),
    '--queue-paint': getBackground(settings, 'queueBackground'),
    '--queue-edge': settings.queueBorderColor,
    '--queue-highlight': settings.queueHighlightColor,
    '--item-paint': getBackground(settings, 'queueItemBackground'),
    '--prayer-paint': getBackground(settings, 'prayerTimesBackground'),
    '--prayer-highlight': settings.prayerTimesHighlightColor,
    '--weather-paint': getBackground(settings, 'weatherBackground'),
    '--overlay-paint': settings.modalBackgroundColor,
    '--overlay-edge': settings.modalBorderColor,
    '--overlay-edge-ink': getContrastColor(settings.modalBorderColor),
    '--overlay-ink': settings.modalTextColor,
  } as CSSProperties
}

export function getTextStyle(settings: Settings, group: ColorGroup): CSSProperties {
  const background = getBackground(settings, group)
  if (settings[`${group}Mode`] !== 'gradient') return { color: background }
  return {
    backgroundImage: background,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  }
}
