import { COLOR_GROUPS, COLORS, type ColorGroup } from '#domain/settings/settings-schema'
import { getColorKey, type Settings } from '#domain/settings-record'

type ThemeGroup = { color: string; mode: 'solid' | 'gradient'; gradient: string }
type Theme = { id: 'active'; name: string } & Record<ColorGroup, ThemeGroup> &
  Record<keyof typeof COLORS, string>

export function getTheme(settings: Settings): Theme {
  const groups = Object.keys(COLOR_GROUPS).map(name => [name, getGroup(settings, name)])
  const plain = Object.keys(COLORS).map(key => [key, settings[key] ?? ''])
  // Safe: the type is derived from the same lists.
  const colors = Object.fromEntries([...groups, ...plain]) as Omit<Theme, 'id' | 'name'>
  return { id: 'active', name: settings.theme ?? '', ...colors }
}

function getGroup(settings: Settings, name: string): ThemeGroup {
  return {
    color: settings[getColorKey(name)] ?? '',
    mode: settings[`${name}Mode`] === 'gradient' ? 'gradient' : 'solid',
    gradient: settings[`${name}Gradient`] ?? '',
  }
}

const style = (
  text: ColorGroup,
  background: ColorGroup,
  fontSize: string,
  fontWeight = '700',
  textAlign: 'left' | 'center' = 'center',
) => ({ text, background, fontSize, fontWeight, textAlign })

/** Maximum sizes on the TV: long texts are shrunk to fit. */
const TEXT_STYLES = {
  clinic_name: style('clinicNameText', 'headerBackground', '42px'),
  title: style('headerText', 'callBackground', '48px'),
  'Token Label': style('callNameText', 'callBackground', '132px', '800'),
  'Patient History': style('historyName', 'queueItemBackground', '50px', '700', 'left'),
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
