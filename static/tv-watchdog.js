/* Nobody stands by with a keyboard: a page that did not wake up within 30 s is fetched anew, once the clinic answers. */
;(() => {
  var AWAKE_WITHIN_MS = 30000

  setInterval(() => {
    // biome-ignore lint/complexity/useOptionalChain: as old as the browsers that run it
    if (document.body && document.body.hasAttribute('data-awake')) return
    var request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.onload = () => {
      if (request.status === 200) location.reload()
    }
    request.send()
  }, AWAKE_WITHIN_MS)
})()
