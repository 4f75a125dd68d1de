import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import './build.ts'

/** `bun run compile [target ...]`: the whole product as one file for each target, in out/. */
const ROOT = join(import.meta.dirname, '..')
const TARGETS = [
  'bun-linux-x64',
  'bun-linux-arm64',
  'bun-windows-x64',
  'bun-darwin-arm64',
  'bun-darwin-x64',
]

const wanted = process.argv.slice(2)
mkdirSync(join(ROOT, 'out'), { recursive: true })
for (const target of targetsOf(wanted)) {
  const built = await Bun.build({
    entrypoints: [join(ROOT, 'server/main.ts')],
    root: ROOT,
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: {
      target: target as Bun.Build.CompileTarget,
      outfile: join(ROOT, 'out', `clinic-${target.replace('bun-', '')}`),
      assets: ['dist', 'static', 'db/migrations'],
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  } as Bun.BuildConfig)
  for (const { path, size } of built.outputs) console.log(`${path}  ${(size / 1e6).toFixed(0)} MB`)
}

function targetsOf(wanted: string[]) {
  if (wanted[0] === 'all') return TARGETS
  return wanted.length > 0 ? wanted : [ownTarget()]
}

function ownTarget() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `bun-${platform}-${process.arch}`
}
