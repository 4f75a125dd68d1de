import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getCurrentFolder } from './config/program.ts'
import './seal-objects.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Bun reads tsconfig.json from the current folder, so in another folder the program compiles JSX
 * itself. `bun --watch` does not watch files that are loaded this way.
 */
if (!Bun.isStandaloneExecutable && getCurrentFolder() !== ROOT) {
  const compiler = new Bun.Transpiler({
    loader: 'tsx',
    autoImportJSX: true,
    tsconfig: { compilerOptions: { jsx: 'react-jsx' } },
  })
  Bun.plugin({
    name: 'jsx',
    setup(build) {
      build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({
        contents: compiler.transformSync(await Bun.file(path).text()),
        loader: 'js',
      }))
    },
  })
}

// React's development build takes longer at the start and for each page.
process.env.NODE_ENV ??= 'production'

// Check this before the first import of a package, which would fail with a stack trace.
if (!Bun.isStandaloneExecutable && !existsSync(join(ROOT, 'node_modules'))) {
  console.error('The packages are not installed yet. Run: bun run start (or npx bun run start)')
  process.exit(1)
}
await import('./cli/main.ts')
