import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { browserStorage } from '../data/storage.ts'

/** Key in local storage, and name of the event that static/theme.js follows. */
const KEY = 'ui-theme'
const THEMES = ['light', 'dark', 'system'] as const
type Theme = (typeof THEMES)[number]

const LABELS: Record<Theme, { name: string; Icon: LucideIcon }> = {
  light: { name: 'Light theme', Icon: Sun },
  dark: { name: 'Dark theme', Icon: Moon },
  system: { name: 'Theme of this device', Icon: Monitor },
}

export function ThemeButton() {
  // The server does not know the theme, so it renders 'light'.
  const theme = useSyncExternalStore(onThemeChosen, getTheme, () => 'light' as const)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'light'
  const { name, Icon } = LABELS[theme]

  return (
    <button
      type="button"
      className="icon-button soft"
      aria-label={name}
      data-tooltip={`${name}. Press for: ${LABELS[next].name}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}

function getTheme(): Theme {
  const saved = browserStorage.getItem(KEY)
  return THEMES.find(theme => theme === saved) ?? 'light'
}

function chooseTheme(theme: Theme) {
  browserStorage.setItem(KEY, theme)
  dispatchEvent(new CustomEvent(KEY, { detail: theme }))
}

/** Calls `handler` when the user chooses a theme in this or another tab. */
function onThemeChosen(handler: () => void) {
  for (const event of [KEY, 'storage']) addEventListener(event, handler)
  return () => {
    for (const event of [KEY, 'storage']) removeEventListener(event, handler)
  }
}
