import { parseGradient } from '#domain/settings/gradient'
import { COLOR_GROUPS, type ColorGroup } from '#domain/settings/settings-schema'
import type { Settings } from '#domain/settings-record'
import { getBackground } from '../ui/color/background.ts'
import { getContrast } from '../ui/color/contrast.ts'

/** WCAG 2 asks for so much of large text and of marks. */
export const MIN_CONTRAST = 3

/** What each color is painted on. Only frames are missing here: nobody reads them. */
export const BACKGROUNDS: Partial<Record<string, string[]>> = {
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
export function getLowestContrast(settings: Settings, target: string) {
  const backgrounds = (BACKGROUNDS[target] ?? []).flatMap(background =>
    listColors(settings, background),
  )
  const pairs = listColors(settings, target).flatMap(color =>
    backgrounds.map(background => getContrast(color, background)),
  )
  const lowest = Math.min(...pairs)
  return Number.isFinite(lowest) ? lowest : null
}

function listColors(settings: Settings, target: string) {
  const css = isGroup(target) ? getBackground(settings, target) : (settings[target] ?? '')
  return parseGradient(css)?.stops.map(({ color }) => color) ?? [css]
}

function isGroup(target: string): target is ColorGroup {
  return target in COLOR_GROUPS
}
