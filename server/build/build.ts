import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import { buildScriptFonts } from './fonts.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_COMPRESSED_SHARE = 0.9

/** Builds the browser code into dist/, with a compressed copy of each file beside it. */
process.env.NODE_ENV = 'production'
for (const config of ['islands/vite.config.ts', 'islands/tv/vite.config.ts']) {
  await build({ configFile: join(ROOT, config), logLevel: 'warn' })
}

const dist = join(ROOT, 'dist')
buildScriptFonts(ROOT, dist)
for await (const name of new Bun.Glob('**/*.{js,css,svg}').scan({ cwd: dist })) {
  const path = join(dist, name)
  const raw = Buffer.from(await Bun.file(path).arrayBuffer())
  const brotli = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (brotli.length > raw.length * MAX_COMPRESSED_SHARE) continue
  await Bun.write(`${path}.br`, brotli)
  // 3 % smaller than zlib's level 9.
  await Bun.write(`${path}.gz`, Bun.gzipSync(raw, { library: 'libdeflate', level: 12 }))
}
