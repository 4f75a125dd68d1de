import { join } from 'node:path'
import { getCurrentFolder } from './config/program.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Bun compiles JSX as the tsconfig.json of the current folder says. If the program is started in
 * another folder, it compiles its own files. `bun --watch` does not see files that it loads so.
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
