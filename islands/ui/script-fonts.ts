/** Written by the build; the version in the path invalidates browser caches. */
export const SCRIPT_FONTS = '/assets/noto-5.3.0'

const CHINESE_OR_TAMIL = /[\u0b80-\u0bff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff]/

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

/** For desks without such fonts; the sheet alone is too large for every page. */
export function linkScriptFontsFor(patients: { name: string | null }[]) {
  if (patients.some(({ name }) => name && CHINESE_OR_TAMIL.test(name))) linkScriptFonts()
}
