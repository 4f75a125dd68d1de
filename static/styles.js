// The CSP allows no inline styles: the server sends them as data, applied before the first paint.
;(() => {
  function applyStyles() {
    const elements = document.querySelectorAll('[data-style]')
    for (let index = 0; index < elements.length; index++) {
      elements[index].style.cssText = elements[index].getAttribute('data-style')
      elements[index].removeAttribute('data-style')
    }
  }
  const observer = new MutationObserver(applyStyles)
  observer.observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    applyStyles()
    observer.disconnect()
  })
})()
