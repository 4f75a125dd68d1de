import type { ColorGroup, PlainColor } from '#domain/settings/color-settings'
import type { SettingTexts } from '#domain/settings-record'
import { getPaint } from './background.ts'
import { getContrast } from './contrast.ts'

/** Minimum contrast of large text and marks in WCAG 2. */
export const MIN_CONTRAST = 3
/** A darker shade would no longer be the color that the clinic chose. */
const MAX_SHADE = 0.4
const STEP = 0.05

type Ground = keyof typeof ON_GROUND

/** Texts and marks on each ground. Frames are missing, because they need not be readable. */
export const ON_GROUND = {
  headerBackground: ['clinicNameText'],
  callBackground: ['headerText', 'callNameText', 'windowText'],
  prayerTimesBackground: ['prayerTimesText', 'prayerTimesHighlightColor'],
  weatherBackground: ['weatherText'],
  queueBackground: ['queueText', 'queueHighlightColor'],
  queueItemBackground: ['windowText', 'historyName'],
  marqueeBackground: ['marqueeText'],
  modalBackgroundColor: ['modalTextColor'],
} satisfies Record<string, (ColorGroup | PlainColor)[]>

// Safe: these are the keys of the object.
export const GROUNDS = Object.keys(ON_GROUND) as Ground[]

/** Returns how much a TV darkens a ground, 0 to 1, or 0 if no shade makes everything readable. */
export function getShade(settings: SettingTexts, ground: Ground) {
  for (let shade = 0; shade <= MAX_SHADE; shade += STEP) {
    const isReadable = (text: Target) =>
      getContrastOn(settings, text, ground, shade) >= MIN_CONTRAST
    if (ON_GROUND[ground].every(isReadable)) return shade
  }
  return 0
}

type Target = ColorGroup | PlainColor

/** Returns the contrast of the worst pair of colors, or Infinity if a color is half typed. */
export function getContrastOn(settings: SettingTexts, text: Target, ground: Target, shade: number) {
  const grounds = listColors(getPaint(settings, ground))
  const contrasts = listColors(getPaint(settings, text)).map(color =>
    Math.min(...grounds.map(one => getContrast(color, darken(one, shade)))),
  )
  return Math.min(...contrasts)
}

function listColors(css: string) {
  return css.match(/#[\da-f]{6}/gi) ?? []
}

function darken(color: string, shade: number) {
  return color.replace(/[\da-f]{2}/gi, channel => {
    const value = Math.round(Number.parseInt(channel, 16) * (1 - shade))
    return `${value < 16 ? '0' : ''}${value.toString(16)}`
  })
}
