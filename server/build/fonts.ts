import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SCRIPT_FONTS } from '../../islands/tv/script-fonts.ts'

/** Packages of fonts, each cut into small files by what letters are used together. */
const SHEETS = ['@fontsource/noto-sans-sc/700.css', '@fontsource/noto-sans-tamil/700.css']

/** Copies the letters of further scripts, and a sheet that names them, into the built folder. */
export function buildScriptFonts(root: string, dist: string) {
  const folder = join(dist, SCRIPT_FONTS)
  mkdirSync(folder, { recursive: true })
  const sheets = SHEETS.map(sheet => copyFiles(join(root, 'node_modules', sheet), folder))
  writeFileSync(join(folder, 'noto.css'), sheets.join('\n'))
  copyFileSync(join(root, 'node_modules/@fontsource/noto-sans-sc/LICENSE'), join(folder, 'OFL.txt'))
}

/** Only woff2, which every browser from Chromium 36 on reads. */
function copyFiles(sheet: string, folder: string) {
  const css = readFileSync(sheet, 'utf8').replace(/, url\([^)]+\.woff\) format\('woff'\)/g, '')
  return css.replace(/url\(\.\/(files\/[^)]+\.woff2)\)/g, (_, file: string) => {
    const name = basename(file)
    copyFileSync(join(sheet, '..', file), join(folder, name))
    return `url(${SCRIPT_FONTS}/${name})`
  })
}
