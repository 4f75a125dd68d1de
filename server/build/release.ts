import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { createSbom } from './sbom.ts'

/** `bun run release v1.0.0` makes all files of a release in out/, and `.notes.md` for its page. */
const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'out')

const [tag] = process.argv.slice(2)
if (tag !== `v${version}`) stop(`The tag is ${tag}, but package.json has version ${version}.`)
const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m)
const section = sections.find(text => text.startsWith(`[${version}]`))
const notes = section?.replace(/^.*\n/, '').trim()
if (!notes) stop(`CHANGELOG.md has no section for ${version}.`)

rmSync(OUT, { recursive: true, force: true })
const compile = [process.execPath, 'server/build/compile.ts', 'all', 'deb', '--release']
if (!Bun.spawnSync(compile, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }).success) {
  stop('The programs could not be compiled.')
}
const sbom = JSON.stringify(createSbom(new Date().toISOString()), null, 2)
writeFileSync(join(OUT, `clinic-queue-${version}.cdx.json`), `${sbom}\n`)
const files = readdirSync(OUT).filter(name => !name.startsWith('.'))
writeFileSync(join(OUT, 'SHA256SUMS'), files.toSorted().map(formatSum).join(''))
writeFileSync(join(OUT, '.notes.md'), `${notes}\n`)

function formatSum(name: string) {
  const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(OUT, name))).digest('hex')
  return `${sum}  ${name}\n`
}

function stop(problem: string): never {
  console.error(problem)
  process.exit(1)
}
