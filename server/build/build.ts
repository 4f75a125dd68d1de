import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { SCRIPT_FONTS } from '../../islands/ui/script-fonts.ts'
import { LICENSES_FILE } from '../config/licenses.ts'
import { DIST, hashFiles, isBuilt, writeStamp } from '../config/paths.ts'
import { stop } from './install.ts'
import { formatLicenses } from './licenses.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Islands import only from themselves and the domain. */
const SOURCES = [
  ...['islands', 'server/domain', 'server/build', 'server/config'].map(folder => `${folder}/**`),
  ...['package.json', 'bun.lock', 'tsconfig.json', 'LICENSE'],
]
const MAX_COMPRESSED_SHARE = 0.9
/** The Tamil family has only Tamil letters, because pages list it before the other families. */
const SCRIPT_SHEETS: [sheet: string, files: RegExp][] = [
  ['@fontsource/noto-sans-sc/700.css', /./],
  ['@fontsource/noto-sans-tamil/700.css', /noto-sans-tamil-tamil-/],
]
/** Names such as NGUYỄN or ŠARŪNAS need these. The pages' sheets have only the English files. */
const LATIN_SHEETS = [400, 700, 800].map(weight => `@fontsource/inter/${weight}.css`)
const LATIN_FILES = /inter-(vietnamese|latin-ext)-/

/** A temporary folder, so a start during the build uses the previous build. */
const dist = join(ROOT, 'out', `.dist-${process.pid}`)

const sources = hashSources()
if (!isBuilt(sources)) await buildScreens()

/** bun.lock and Bun's version cover the other inputs. */
function hashSources() {
  const names = SOURCES.flatMap(pattern => [...new Bun.Glob(pattern).scanSync(ROOT)])
  return `${Bun.version}-${hashFiles(ROOT, names)}`
}

async function buildScreens() {
  if (ROOT.includes('#')) stop(`The screens cannot be built in ${ROOT}: rename the folder with #.`)
  process.env.NODE_ENV = 'production'
  rmSync(dist, { recursive: true, force: true })
  // Import Vite late, because loading it takes longer than finding that nothing has changed.
  const { build } = await import('vite')
  for (const folder of ['islands', 'islands/tv', 'islands/ticket']) {
    const configFile = join(ROOT, folder, 'vite.config.ts')
    await build({ configFile, logLevel: 'warn', build: { outDir: dist, emptyOutDir: false } })
  }

  copyScriptFonts()
  writeFileSync(join(dist, basename(LICENSES_FILE)), formatLicenses())
  for await (const name of new Bun.Glob('**/*.{js,css,svg}').scan({ cwd: dist })) {
    const path = join(dist, name)
    const raw = Buffer.from(await Bun.file(path).arrayBuffer())
    const brotli = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    if (brotli.length > raw.length * MAX_COMPRESSED_SHARE) continue
    await Bun.write(`${path}.br`, brotli)
    await Bun.write(`${path}.gz`, Bun.gzipSync(raw, { library: 'libdeflate', level: 12 }))
  }
  writeStamp(dist, sources)
  replaceFolder(DIST)
}

function replaceFolder(present: string) {
  const former = `${dist}-former`
  if (existsSync(present)) renameSync(present, former)
  renameSync(dist, present)
  rmSync(former, { recursive: true, force: true })
}

function copyScriptFonts() {
  const folder = join(dist, SCRIPT_FONTS)
  mkdirSync(folder, { recursive: true })
  const sheets = [
    ...SCRIPT_SHEETS.map(([sheet, files]) => copyFiles(sheet, folder, files)),
    ...LATIN_SHEETS.map(sheet => copyFiles(sheet, folder, LATIN_FILES)),
  ]
  writeFileSync(join(folder, 'noto.css'), sheets.join('\n'))
  copyFileSync(join(ROOT, 'node_modules/@fontsource/noto-sans-sc/LICENSE'), join(folder, 'OFL.txt'))
}

/** Copies only woff2 files, which Chromium reads since version 36. */
function copyFiles(sheet: string, folder: string, wanted: RegExp) {
  const path = join(ROOT, 'node_modules', sheet)
  const css = readFileSync(path, 'utf8').replace(/, url\([^)]+\.woff\) format\('woff'\)/g, '')
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? []
  const used = faces.filter(face => wanted.test(face)).join('\n')
  // Rename the family, because faces of single weights would replace the pages' variable Inter.
  const named = used.replaceAll("'Inter'", "'Inter Ext'")
  return named.replace(/url\(\.\/(files\/[^)]+\.woff2)\)/g, (_, file: string) => {
    const name = basename(file)
    copyFileSync(join(path, '..', file), join(folder, name))
    return `url(${SCRIPT_FONTS}/${name})`
  })
}
