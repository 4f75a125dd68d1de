import type { ColorGroup, PlainColor } from '#domain/settings/color-settings'
import type { SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { GROUNDS, getContrastOn, getShade, ON_GROUND } from '../ui/color/shade.ts'

/** What a text or a mark is painted on. */
export function listGrounds(target: ColorGroup | SettingKey) {
  return GROUNDS.filter(ground => ON_GROUND[ground].some(one => one === target))
}

/** As the TV paints it, 1 to 21; null for what has no ground, and while a color is invalid. */
export function getLowestContrast(settings: SettingTexts, target: ColorGroup | SettingKey) {
  const lowest = Math.min(
    ...listGrounds(target).map(ground =>
      // Safe: what is on a ground is a color.
      getContrastOn(settings, target as PlainColor, ground, getShade(settings, ground)),
    ),
  )
  return Number.isFinite(lowest) ? lowest : null
}
