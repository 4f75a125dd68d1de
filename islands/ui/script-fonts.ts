/** The build writes it; the version in the path invalidates browser caches. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0-2'

const SHIPPED = /[\u0b80-\u0bff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff]/

let isLinked = false

/** The fonts are split by unicode-range: a page fetches only what its texts need. */
export function linkScriptFonts() {
  if (isLinked) return
  isLinked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${SCRIPT_FONTS}/noto.css`
  document.head.appendChild(link)
}

/**
 * Links the fonts once a text in Chinese or Tamil is shown or typed: some computers lack such
 * fonts, whose sheet is too large for a page that needs none.
 */
export function watchScriptFonts() {
  const observer = new MutationObserver(records => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) check(target.data)
      for (const node of addedNodes) check(node.textContent)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  addEventListener('input', onInput)
  check(document.body.textContent)

  function onInput({ target }: Event) {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      check(target.value)
  }

  function check(text: string | null) {
    if (!text || !SHIPPED.test(text)) return
    linkScriptFonts()
    observer.disconnect()
    removeEventListener('input', onInput)
  }
}
