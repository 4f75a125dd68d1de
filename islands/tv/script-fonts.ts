/** Written by the build; the version in the path invalidates browser caches. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0'

let isLinked = false

/** Chinese and Tamil, split by unicode-range: a page fetches only the files that its texts need. */
export function linkScriptFonts() {
  if (isLinked) return
  isLinked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${SCRIPT_FONTS}/noto.css`
  document.head.appendChild(link)
}
