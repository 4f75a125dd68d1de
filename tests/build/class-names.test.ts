import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINIFY } from '../../server/build/compile-targets.ts'

const ROOT = join(import.meta.dirname, '../..')
const ENTRY = `import { SocketTimeoutError } from '@redis/client'
import { LibsqlError } from '@libsql/client'
class OwnError extends Error {}
for (const Kind of [SocketTimeoutError, LibsqlError, OwnError]) {
  console.log(Kind.prototype.constructor.name, Kind.name)
}`

test('an error in the log of the compiled program has the name of its class', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-names-'))
  const resolveFrom = { name: 'packages', setup: fromRoot }
  writeFileSync(join(folder, 'entry.ts'), ENTRY)
  await Bun.build({
    entrypoints: [join(folder, 'entry.ts')],
    outdir: join(folder, 'out'),
    target: 'bun',
    external: ['@libsql/linux-*', '@libsql/darwin-*', '@libsql/win32-*'],
    plugins: [resolveFrom],
    minify: MINIFY,
  })
  const { stdout } = Bun.spawnSync([process.execPath, join(folder, 'out/entry.js')], { cwd: ROOT })
  rmSync(folder, { recursive: true })
  const names = ['SocketTimeoutError', 'LibsqlError', 'OwnError']
  expect(stdout.toString()).toBe(names.map(name => `${name} ${name}\n`).join(''))
})

function fromRoot(build: Bun.PluginBuilder) {
  build.onResolve({ filter: /^@(redis|libsql)\/client$/ }, ({ path }) => ({
    path: Bun.resolveSync(path, ROOT),
  }))
}
