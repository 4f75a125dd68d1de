/*
 * Exit Fullscreen, on the display of a browser that its user signed in. It appears for three seconds
 * after the mouse or a key was used. TVs do not load this.
 */
;(() => {
  const TIMEOUT_MS = 5_000
  const exit = document.querySelector('.tv-exit')
  const [problem, button] = exit.children
  let timer

  function show() {
    exit.dataset.shown = ''
    clearTimeout(timer)
    timer = setTimeout(() => delete exit.dataset.shown, 3_000)
  }

  function fail() {
    problem.textContent = 'Logout Failed. There was a problem during logout. Please try again.'
    button.disabled = false
    show()
  }

  async function leave() {
    button.disabled = true
    problem.textContent = ''
    // The request goes on, because a server that answers late still removes the display.
    const late = setTimeout(fail, TIMEOUT_MS)
    const request = fetch(`/api${location.pathname}`, { method: 'DELETE' })
    const status = await request.then(
      response => response.status,
      () => 0,
    )
    clearTimeout(late)
    // A repeated request finds no display.
    if (status === 200 || status === 404) {
      const text = 'You have successfully logged out from the system'
      const toast = JSON.stringify(['Logout Successful', text])
      // These are the keys of islands/data/storage.ts and toasts.ts.
      try {
        // biome-ignore lint/style/noRestrictedGlobals: not bundled
        localStorage.removeItem('tv-token')
        // biome-ignore lint/style/noRestrictedGlobals: not bundled
        sessionStorage.setItem('toast-after-navigation', toast)
      } catch {}
      // The page that started the display keeps it in a frame.
      top.location.replace('/')
      return
    }
    fail()
  }

  show()
  for (const name of ['mousemove', 'keydown', 'fullscreenchange']) addEventListener(name, show)
  // Any other key or click on the page may fill the screen.
  button.addEventListener('keydown', event => event.stopPropagation())
  button.addEventListener('click', event => {
    event.stopPropagation()
    void leave()
  })
})()
