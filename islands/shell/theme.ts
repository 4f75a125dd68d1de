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
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    console.info('theme: not saved')
  }
  dispatchEvent(new CustomEvent(KEY, { detail: theme }))
}

/** Another tab may choose, too. Returns a function that ends it. */
export function onThemeChosen(handler: () => void) {
  for (const event of [KEY, 'storage']) addEventListener(event, handler)
  return () => {
    for (const event of [KEY, 'storage']) removeEventListener(event, handler)
  }
}

function readSaved() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return document.documentElement.dataset.theme
  }
}
