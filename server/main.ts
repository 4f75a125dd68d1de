import { existsSync } from 'node:fs'
import { join } from 'node:path'
import './load-jsx.ts'
import './seal-objects.ts'

// React's development build takes longer at the start and for each page.
process.env.NODE_ENV ??= 'production'

// Check this before the first import of a package, which would fail with a stack trace.
if (!Bun.isStandaloneExecutable && !existsSync(join(import.meta.dirname, '../node_modules'))) {
  console.error('The packages are not installed yet. Run: bun run start (or npx bun run start)')
  process.exit(1)
}
await import('./cli/main.ts')
