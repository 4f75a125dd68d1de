import { TEXT_SIZES } from '#domain/display/tv-options'
import {
  COLOR_GROUP_NAMES,
  COLORS,
  type ColorGroup,
  type PlainColor,
} from '#domain/settings/color-settings'
import { getColorKey } from '#domain/settings/gradient'
import type { Settings } from '#domain/settings-record'

type ThemeGroup = { color: string; mode: 'solid' | 'gradient'; gradient: string }
type Theme = { id: 'active'; name: string } & Record<ColorGroup, ThemeGroup> &
  Record<PlainColor, string>

export function getTheme(settings: Settings): Theme {
  const groups = COLOR_GROUP_NAMES.map(name => [name, getGroup(settings, name)])
  // Safe: these are the keys of the object.
  const plain = (Object.keys(COLORS) as PlainColor[]).map(key => [key, settings[key]])
  // Safe: the type is derived from the same lists.
  const colors = Object.fromEntries([...groups, ...plain]) as Omit<Theme, 'id' | 'name'>
  return { id: 'active', name: settings.theme, ...colors }
}

function getGroup(settings: Settings, name: ColorGroup): ThemeGroup {
  return {
    color: settings[getColorKey(name)],
    mode: settings[`${name}Mode`],
    gradient: settings[`${name}Gradient`],
  }
}

const style = (
  text: ColorGroup,
  background: ColorGroup,
  size: keyof typeof TEXT_SIZES,
  fontWeight = '700',
  textAlign: 'left' | 'center' = 'center',
) => ({ text, background, fontSize: `${TEXT_SIZES[size]}px`, fontWeight, textAlign })

const TEXT_STYLES = {
  clinic_name: style('clinicNameText', 'headerBackground', 'clinicName'),
  title: style('headerText', 'callBackground', 'calling'),
  'Token Label': style('callNameText', 'callBackground', 'callName', '800'),
  'Patient History': style('historyName', 'queueItemBackground', 'historyName', '700', 'left'),
}

export function getTextGroups(settings: Settings) {
  return Object.entries(TEXT_STYLES).map(([groupName, { text, background, ...sizes }]) => {
    const { color, mode, gradient } = getGroup(settings, text)
    return {
      groupName,
      backgroundColor: getGroup(settings, background).color,
      ...sizes,
      color,
      gradient: mode === 'gradient' ? gradient : null,
    }
  })
}
