import { join } from 'node:path'
import { getCurrentFolder } from './config/program.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Bun compiles JSX according to the tsconfig.json of the current folder. In another folder the
 * program compiles its files itself. `bun --watch` does not watch files that are loaded this way.
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
