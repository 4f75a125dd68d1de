import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { chooseTheme, getTheme, onThemeChosen, THEMES, type Theme } from './theme.ts'

const LABELS: Record<Theme, { name: string; Icon: LucideIcon }> = {
  light: { name: 'Light theme', Icon: Sun },
  dark: { name: 'Dark theme', Icon: Moon },
  system: { name: 'Theme of this device', Icon: Monitor },
}

export function ThemeButton() {
  // The server does not know it.
  const theme = useSyncExternalStore(onThemeChosen, getTheme, () => 'light' as const)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'light'
  const { name, Icon } = LABELS[theme]

  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      data-tooltip={`${name}. Press for: ${LABELS[next].name}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}
