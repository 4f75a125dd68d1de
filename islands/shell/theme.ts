const KEY = 'ui-theme'

/** static/theme.js has set it before the first paint. */
export function isDarkNow() {
  return document.documentElement.dataset.theme === 'dark'
}

/** Turns light to dark or back and keeps the choice. Answers whether it is dark now. */
export function toggleTheme() {
  const theme = isDarkNow() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  localStorage.setItem(KEY, theme)
  return theme === 'dark'
}
