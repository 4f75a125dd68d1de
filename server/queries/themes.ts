import type { Settings } from '#domain/settings/settings'
import { COLOR_GROUPS, type ColorGroup } from '#domain/settings/settings-schema'

const MARQUEE_GROUPS = ['marqueeText', 'marqueeBackground'] as const
/** The marquee's text colour is named before its mode and gradient were. */
const COLOUR_KEY: Record<string, string> = { marqueeText: 'marqueeColor' }

const PLAIN_COLOURS = [
  'callBorderColor',
  'modalBackgroundColor',
  'modalBorderColor',
  'modalTextColor',
  'prayerTimesHighlightColor',
  'queueHighlightColor',
  'queueBorderColor',
] as const

type ThemeGroup = { color: string; mode: 'solid' | 'gradient'; gradient: string }
type Theme = { id: 'active'; name: string } & Record<
  ColorGroup | (typeof MARQUEE_GROUPS)[number],
  ThemeGroup
> &
  Record<(typeof PLAIN_COLOURS)[number], string>

/** The TV's colours in one piece: a view of the settings, complete whatever was saved. */
export function getTheme(settings: Settings): Theme {
  const groups = [...COLOR_GROUPS, ...MARQUEE_GROUPS].map(name => [name, getGroup(settings, name)])
  const plain = PLAIN_COLOURS.map(key => [key, settings[key] ?? ''])
  // Built from the very lists that the type is made of.
  const colours = Object.fromEntries([...groups, ...plain]) as Omit<Theme, 'id' | 'name'>
  return { id: 'active', name: settings.theme ?? '', ...colours }
}

function getGroup(settings: Settings, name: string): ThemeGroup {
  return {
    color: settings[COLOUR_KEY[name] ?? `${name}Color`] ?? '',
    mode: settings[`${name}Mode`] === 'gradient' ? 'gradient' : 'solid',
    gradient: settings[`${name}Gradient`] ?? '',
  }
}

/** How one piece of the TV's writing looks. `gradient` is null while its colour is a plain one. */
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
  ink: ColorGroup
  ground: ColorGroup
  fontSize: string
  fontWeight: string
  textAlign: TextGroup['textAlign']
}

/** The sizes and weights are those of the stage; a long text is fitted from there down. */
const TEXT_STYLES: Record<string, TextStyle> = {
  clinic_name: {
    ink: 'clinicNameText',
    ground: 'headerBackground',
    fontSize: '42px',
    fontWeight: '700',
    textAlign: 'center',
  },
  title: {
    ink: 'headerText',
    ground: 'callBackground',
    fontSize: '48px',
    fontWeight: '700',
    textAlign: 'center',
  },
  'Token Label': {
    ink: 'callNameText',
    ground: 'callBackground',
    fontSize: '132px',
    fontWeight: '800',
    textAlign: 'center',
  },
  'Patient History': {
    ink: 'historyName',
    ground: 'queueItemBackground',
    fontSize: '50px',
    fontWeight: '700',
    textAlign: 'left',
  },
}

export function getTextGroups(settings: Settings): TextGroup[] {
  return Object.entries(TEXT_STYLES).map(([groupName, { ink, ground, ...style }]) => {
    const { color, mode, gradient } = getGroup(settings, ink)
    return {
      groupName,
      backgroundColor: getGroup(settings, ground).color,
      ...style,
      color,
      gradient: mode === 'gradient' ? gradient : null,
    }
  })
}
