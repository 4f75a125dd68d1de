import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SCRIPT_FONTS } from '../../islands/tv/script-fonts.ts'

const SHEETS = ['@fontsource/noto-sans-sc/700.css', '@fontsource/noto-sans-tamil/700.css']

export function buildScriptFonts(root: string, dist: string) {
  const folder = join(dist, SCRIPT_FONTS)
  mkdirSync(folder, { recursive: true })
  const sheets = SHEETS.map(sheet => copyFiles(join(root, 'node_modules', sheet), folder))
  writeFileSync(join(folder, 'noto.css'), sheets.join('\n'))
  copyFileSync(join(root, 'node_modules/@fontsource/noto-sans-sc/LICENSE'), join(folder, 'OFL.txt'))
}

/** Only woff2, which Chromium reads from version 36 on. */
function copyFiles(sheet: string, folder: string) {
  const css = readFileSync(sheet, 'utf8').replace(/, url\([^)]+\.woff\) format\('woff'\)/g, '')
  return css.replace(/url\(\.\/(files\/[^)]+\.woff2)\)/g, (_, file: string) => {
    const name = basename(file)
    copyFileSync(join(sheet, '..', file), join(folder, name))
    return `url(${SCRIPT_FONTS}/${name})`
  })
}
