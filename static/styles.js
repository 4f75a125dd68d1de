// The page's policy lets no style stand in the markup, so the server writes it as data; here it is put on
// while the page is still being read, before anything is painted. For browsers from Chromium 53 on.
;(() => {
  function dress() {
    const bare = document.querySelectorAll('[data-style]')
    for (let at = 0; at < bare.length; at++) {
      bare[at].style.cssText = bare[at].getAttribute('data-style')
      bare[at].removeAttribute('data-style')
    }
  }
  const reading = new MutationObserver(dress)
  reading.observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    dress()
    reading.disconnect()
  })
})()
