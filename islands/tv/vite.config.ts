import { join } from 'node:path'
import { defineConfig } from 'vite'

const OLDEST = 'chrome53'

/** The build's helpers for old engines, without the standard's details that nothing here needs. */
const SHORT_HELPERS: Record<string, string> = {
  objectSpread2: 'export default Object.assign',
  defineProperty: 'export default (object, key, value) => { object[key] = value }',
  objectWithoutProperties: `export default (source, keys) => {
    const rest = Object.assign({}, source)
    for (const key of keys) delete rest[key]
    return rest
  }`,
  asyncToGenerator: `export default run => function () {
    return new Promise((resolve, reject) => {
      const steps = run.apply(this, arguments)
      const step = key => input => {
        try {
          const { done, value } = steps[key](input)
          if (done) resolve(value)
          else Promise.resolve(value).then(step('next'), step('throw'))
        } catch (cause) {
          reject(cause)
        }
      }
      step('next')()
    })
  }`,
}

const HELPER_PATH = /\/helpers\/(?:esm\/)?(\w+)\.js$/

const SHORTEN_HELPERS = {
  name: 'shorten-helpers',
  transform: {
    filter: { id: HELPER_PATH },
    handler: (_code: string, id: string) => SHORT_HELPERS[HELPER_PATH.exec(id)?.[1] ?? ''] ?? null,
  },
}

/** The display's bundle: one classic script and sheet for TVs of 2018, on Preact, a sixth of React. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  appType: 'custom',
  publicDir: false,
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      // Preact's components follow signals by themselves.
      {
        find: '@preact/signals-react/runtime',
        replacement: join(import.meta.dirname, 'signals-shim.ts'),
      },
      { find: '@preact/signals-react', replacement: '@preact/signals' },
    ],
  },
  plugins: [SHORTEN_HELPERS],
  build: {
    outDir: 'dist',
    // Next to the output of the desks' build.
    emptyOutDir: false,
    manifest: '.vite/tv-manifest.json',
    target: OLDEST,
    cssTarget: OLDEST,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: 'islands/tv/entry.tsx',
      output: { format: 'iife', entryFileNames: 'assets/tv-[hash].js' },
    },
  },
})
