import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { chooseTheme, getTheme, onThemeChosen, THEMES, type Theme } from './theme.ts'
import '../ui/fields/Choice.css'
import './ThemeChoice.css'

const LABELS: Record<Theme, { name: string; Icon: LucideIcon }> = {
  light: { name: 'Light theme', Icon: Sun },
  dark: { name: 'Dark theme', Icon: Moon },
  system: { name: 'Theme of this device', Icon: Monitor },
}

export function ThemeChoice() {
  // The server does not know it.
  const chosen = useSyncExternalStore(onThemeChosen, getTheme, () => null)

  return (
    <fieldset className="theme-choice">
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(theme => {
        const { name, Icon } = LABELS[theme]
        return (
          <label key={theme} className="choice__option" data-tooltip={name}>
            <input
              type="radio"
              className="choice__input"
              name="ui-theme"
              aria-label={name}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            <Icon size={18} aria-hidden />
          </label>
        )
      })}
    </fieldset>
  )
}
