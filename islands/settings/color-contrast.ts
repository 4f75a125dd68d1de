import { type ColorGroup, isColorGroup } from '#domain/settings/color-settings'
import { parseGradient } from '#domain/settings/gradient'
import type { SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { getBackground } from '../ui/color/background.ts'
import { getContrast } from '../ui/color/contrast.ts'

/** WCAG 2 asks for so much of large text and of marks. */
export const MIN_CONTRAST = 3

type Target = ColorGroup | SettingKey

/** What each color is painted on. Only frames are missing here: nobody reads them. */
export const BACKGROUNDS: Partial<Record<Target, Target[]>> = {
  headerText: ['callBackground'],
  clinicNameText: ['headerBackground'],
  callNameText: ['callBackground'],
  windowText: ['callBackground', 'queueItemBackground'],
  prayerTimesText: ['prayerTimesBackground'],
  prayerTimesHighlightColor: ['prayerTimesBackground'],
  weatherText: ['weatherBackground'],
  queueText: ['queueBackground'],
  historyName: ['queueItemBackground'],
  queueHighlightColor: ['queueBackground'],
  marqueeText: ['marqueeBackground'],
  modalTextColor: ['modalBackgroundColor'],
}

/** The contrast is 1 to 21; null for what has no background, and while a color is invalid. */
export function getLowestContrast(settings: SettingTexts, target: Target) {
  const backgrounds = (BACKGROUNDS[target] ?? []).flatMap(background =>
    listColors(settings, background),
  )
  const pairs = listColors(settings, target).flatMap(color =>
    backgrounds.map(background => getContrast(color, background)),
  )
  const lowest = Math.min(...pairs)
  return Number.isFinite(lowest) ? lowest : null
}

function listColors(settings: SettingTexts, target: Target) {
  const css = isColorGroup(target) ? getBackground(settings, target) : settings[target]
  return parseGradient(css)?.stops.map(({ color }) => color) ?? [css]
}
