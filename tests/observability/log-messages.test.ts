import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dirname, '../..')
const LOGGED = /\blog(?:\?\.)?\(\s*'(?:debug|info|warn|error)',\s*'([^']+)'/g

test("every log message is explained on the operator's page", async () => {
  const page = await Bun.file(join(ROOT, 'docs/log-messages.md')).text()
  const messages = new Set<string>()
  for await (const file of new Glob('server/**/*.ts').scan(ROOT)) {
    const code = await Bun.file(join(ROOT, file)).text()
    for (const [, message = ''] of code.matchAll(LOGGED)) messages.add(message)
  }
  expect(messages.size).toBeGreaterThan(15)
  expect([...messages].filter(message => !page.includes(`\`${message}\``))).toEqual([])
})
