/** The name in local storage, and of the event that static/theme.js follows. */
const KEY = 'ui-theme'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

export function getTheme(): Theme {
  const saved = readSaved()
  return THEMES.find(theme => theme === saved) ?? 'light'
}

/** Applies the theme to the page, and saves it where the browser allows that. */
export function chooseTheme(theme: Theme) {
  dispatchEvent(new CustomEvent(KEY, { detail: theme }))
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    console.info('theme: not saved')
  }
}

function readSaved() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
