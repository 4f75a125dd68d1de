// Sets the theme before the first paint; afterwards follows the sidebar's control, other tabs and the device.
;(() => {
  const KEY = 'ui-theme'
  const darkDevice = matchMedia('(prefers-color-scheme: dark)')
  let theme = 'light'
  try {
    theme = localStorage.getItem(KEY) || theme
  } catch {}

  function apply() {
    const isDark = theme === 'dark' || (theme === 'system' && darkDevice.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }

  apply()
  darkDevice.addEventListener('change', apply)
  addEventListener(KEY, event => {
    theme = event.detail
    apply()
  })
  addEventListener('storage', event => {
    if (event.key !== KEY) return
    theme = event.newValue || 'light'
    apply()
  })
})()
