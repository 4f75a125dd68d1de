// Redirects `#/qr-auth/{id}` before a password can be typed into the wrong page.
;(() => {
  function redirect() {
    const match = /^#\/qr-auth(?:\/([^/?#]*))?/i.exec(location.hash)
    if (match) location.replace(`/qr-auth/${match[1] ?? ''}`)
  }
  redirect()
  addEventListener('hashchange', redirect)
})()
