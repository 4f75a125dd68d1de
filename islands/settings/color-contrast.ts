import type { ColorGroup, PlainColor } from '#domain/settings/color-settings'
import type { SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { GROUNDS, getContrastOn, getShade, ON_GROUND } from '../ui/color/shade.ts'

/** Lists the grounds below a text or a mark. */
export function listGrounds(target: ColorGroup | SettingKey) {
  return GROUNDS.filter(ground => ON_GROUND[ground].some(one => one === target))
}

/** Returns the contrast on a TV, 1 to 21, or null without a ground or with an invalid color. */
export function getLowestContrast(settings: SettingTexts, target: ColorGroup | SettingKey) {
  const lowest = Math.min(
    ...listGrounds(target).map(ground =>
      // Safe: every target on a ground is a color.
      getContrastOn(settings, target as PlainColor, ground, getShade(settings, ground)),
    ),
  )
  return Number.isFinite(lowest) ? lowest : null
}
