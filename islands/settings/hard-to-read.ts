import type { CardTitle } from '#domain/settings/cards'
import { type ColorGroup, isColorGroup, type PlainColor } from '#domain/settings/color-settings'
import { getColorKey } from '#domain/settings/gradient'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { getPaint } from '../ui/color/background.ts'
import { getContrastColor, WHITE } from '../ui/color/contrast.ts'
import { GROUNDS, getContrastOn, getShade, MIN_CONTRAST, ON_GROUND } from '../ui/color/shade.ts'

type Target = ColorGroup | PlainColor

const TARGETS = [...new Set<Target>(Object.values(ON_GROUND).flat())]

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

export function getGradientSample(values: SettingTexts, group: ColorGroup, css: string) {
  const settings = { ...values, [`${group}Mode`]: 'gradient', [`${group}Gradient`]: css }
  const [background] = listGrounds(group)
  // A group without a ground is itself a ground.
  const texts = background
    ? [group]
    : GROUNDS.flatMap(ground => (ground === group ? ON_GROUND[ground] : []))
  const contrasts = texts.map(text => getLowestContrast(settings, text) ?? Number.NaN)
  const [text = group] = texts
  return {
    contrast: Math.min(...contrasts),
    background: getPaint(settings, background ?? group),
    text: getPaint(settings, text),
  }
}

export function listHardToRead(settings: SettingTexts, cards: readonly CardTitle[]) {
  return TARGETS.flatMap(target => {
    const { card, label } = getRow(isColorGroup(target) ? getColorKey(target) : target)
    const contrast = getLowestContrast(settings, target) ?? MIN_CONTRAST
    return card && cards.includes(card) && contrast < MIN_CONTRAST
      ? [{ target, name: `${label} on ${card}`, contrast, ...findFix(settings, target) }]
      : []
  })
}

function findFix(settings: SettingTexts, target: Target) {
  const [white, dark] = [WHITE, getContrastColor(WHITE)].map(color => toColor(target, color))
  const gain = (change: Partial<SettingTexts> = {}) =>
    getLowestContrast({ ...settings, ...change }, target) ?? 0
  return gain(white) >= gain(dark)
    ? { fix: white, fixName: 'Use white' }
    : { fix: dark, fixName: 'Use black' }
}

function toColor(target: Target, color: string): Partial<SettingTexts> {
  if (!isColorGroup(target)) return { [target]: color }
  return { [getColorKey(target)]: color, [`${target}Mode`]: 'solid' }
}

/** Rounds down, because 2.96:1 must not look like 3.0:1, which would be enough. */
export function formatContrast(contrast: number) {
  return (Math.floor(contrast * 10) / 10).toFixed(1)
}
