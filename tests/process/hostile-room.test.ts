import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { runProgram } from '../support/server/program.ts'

const ctx = setUpDataFolder()

test('the program seals what all objects share before it does anything', async () => {
  const preload = join(ctx.folder, 'preload.ts')
  const line = "console.log('sealed: ' + [Object, Object.prototype].map(Object.isSealed))"
  writeFileSync(preload, `process.on('exit', () => ${line})`)
  const program = runProgram({ args: ['version'], env: { BUN_OPTIONS: `--preload ${preload}` } })
  await program.exit()
  expect(program.printed.text).toContain('sealed: true,true')
})
