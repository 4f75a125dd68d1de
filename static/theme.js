// Sets the saved theme before the first paint.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('ui-theme') || theme
  } catch {}
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
