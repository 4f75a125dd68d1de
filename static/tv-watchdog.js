/* Reloads a page that has not started within 30 s, once the server responds. */
;(() => {
  var START_TIMEOUT_MS = 30000

  setInterval(() => {
    // biome-ignore lint/complexity/useOptionalChain: not transpiled
    if (document.body && document.body.hasAttribute('data-awake')) return
    var request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.onload = () => {
      if (request.status === 200) location.reload()
    }
    request.send()
  }, START_TIMEOUT_MS)
})()
