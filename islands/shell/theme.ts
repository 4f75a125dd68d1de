const KEY = 'ui-theme'

/** static/theme.js sets it before the first paint. */
export function isDarkNow() {
  return document.documentElement.dataset.theme === 'dark'
}

/** Saves the choice and returns whether the theme is now dark. */
export function toggleTheme() {
  const theme = isDarkNow() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  localStorage.setItem(KEY, theme)
  return theme === 'dark'
}
