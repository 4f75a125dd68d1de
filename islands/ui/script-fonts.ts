/** Folder that the build writes. The version in the path invalidates browser caches. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0-2'

const SHIPPED = /[\u0b80-\u0bff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff]/

let isLinked = false

/** Links fonts that some computers lack. A page fetches only the parts it needs (unicode-range). */
export function linkScriptFonts() {
  if (isLinked) return
  isLinked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${SCRIPT_FONTS}/noto.css`
  document.head.appendChild(link)
}

/** Links the fonts only for Chinese or Tamil text, because their style sheet is large. */
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
