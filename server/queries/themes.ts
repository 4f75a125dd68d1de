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

/** `gradient` is null for a solid color. */
type TextGroup = {
  groupName: string
  backgroundColor: string
  fontSize: string
  fontWeight: string
  textAlign: 'left' | 'center'
  color: string
  gradient: string | null
}

type TextStyle = {
  text: ColorGroup
  background: ColorGroup
  fontSize: string
  fontWeight: string
  textAlign: TextGroup['textAlign']
}

/** Maximum sizes on the TV: long texts are shrunk to fit. */
const TEXT_STYLES: Record<string, TextStyle> = {
  clinic_name: {
    text: 'clinicNameText',
    background: 'headerBackground',
    fontSize: '42px',
    fontWeight: '700',
    textAlign: 'center',
  },
  title: {
    text: 'headerText',
    background: 'callBackground',
    fontSize: '48px',
    fontWeight: '700',
    textAlign: 'center',
  },
  'Token Label': {
    text: 'callNameText',
    background: 'callBackground',
    fontSize: '132px',
    fontWeight: '800',
    textAlign: 'center',
  },
  'Patient History': {
    text: 'historyName',
    background: 'queueItemBackground',
    fontSize: '50px',
    fontWeight: '700',
    textAlign: 'left',
  },
}

export function getTextGroups(settings: Settings): TextGroup[] {
  return Object.entries(TEXT_STYLES).map(([groupName, { text, background, ...style }]) => {
    const { color, mode, gradient } = getGroup(settings, text)
    return {
      groupName,
      backgroundColor: getGroup(settings, background).color,
      ...style,
      color,
      gradient: mode === 'gradient' ? gradient : null,
    }
  })
}
