/** The build writes it; the version in the path invalidates browser caches. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0'

let isLinked = false

/** The fonts are split by unicode-range: a TV fetches only what its texts need. */
export function linkScriptFonts() {
  if (isLinked) return
  isLinked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${SCRIPT_FONTS}/noto.css`
  document.head.appendChild(link)
}
