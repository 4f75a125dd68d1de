/** Where the build puts the letters that many TVs lack; the version keeps browsers' caches true. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0'

let isLinked = false

/** Chinese and Tamil. The sheet names a hundred small files, of which a TV fetches those that its names need. */
export function linkScriptFonts() {
  if (isLinked) return
  isLinked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${SCRIPT_FONTS}/noto.css`
  document.head.appendChild(link)
}
