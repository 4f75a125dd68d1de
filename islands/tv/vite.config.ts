import { basename, join } from 'node:path'
import { defineConfig } from 'vite'

const OLDEST = 'chrome53'

/** Short replacements of the compiler's helpers, which also copy symbols and accessors. */
const SHORT_HELPERS: Record<string, string> = {
  objectSpread2: 'export default Object.assign',
  objectWithoutProperties: `export default (source, keys) => {
    const rest = Object.assign({}, source)
    for (const key of keys) delete rest[key]
    return rest
  }`,
  asyncToGenerator: `export default start => function () {
    const steps = start.apply(this, arguments)
    return new Promise((resolve, reject) => {
      function go(how, what) {
        try {
          const { done, value } = steps[how](what)
          if (done) resolve(value)
          else Promise.resolve(value).then(result => go('next', result), cause => go('throw', cause))
        } catch (cause) {
          reject(cause)
        }
      }
      go('next')
    })
  }`,
}

const shortHelpers = {
  name: 'short-helpers',
  transform: {
    filter: { id: new RegExp(`helpers/esm/(${Object.keys(SHORT_HELPERS).join('|')})\\.js$`) },
    handler: (_: string, id: string) => SHORT_HELPERS[basename(id, '.js')],
  },
}

/**
 * Parts of Preact's compatibility code that a TV's pages do not use: lifecycles from before 2018,
 * default props, `class`, `<select>`, React's own events and names, and camel-case SVG attributes.
 */
const LEGACY = [
  /,\["componentWillMount"[\s\S]*?\}\}\)\}\)(?=;)/,
  /var \w=(\w)\.event;\1\.event=[\s\S]*?nativeEvent=\w\};/,
  /\w\.displayName="Memo\("[^,]*,/,
  /\w\.class&&!\w\.className\?\([^)]*\)\):/,
  /if\("select"==\w\)\{[\s\S]*?\}(?=\w\.class)/,
  /else if\("o"==\w\[0\]&&"n"==\w\[1\]\)\{[\s\S]*?\}(?=else)/,
  /\w&&\$\.test\(\w\)\?[^:]*:(?=null===)/,
  /else if\("function"==typeof \w\.type&&[\s\S]*?\}(?=\w\.ref&&)/,
]

const withoutLegacy = {
  name: 'without-legacy',
  transform: {
    filter: { id: /preact\/(compat\/)?dist\/(compat|preact)\.mjs$/ },
    handler: (code: string) => LEGACY.reduce((rest, part) => rest.replace(part, ''), code),
  },
}

/** Builds one classic script and sheet for TVs of 2018. Preact has a sixth of React's size. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  appType: 'custom',
  publicDir: false,
  plugins: [shortHelpers, withoutLegacy],
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      // Preact's components follow signals without a hook.
      {
        find: '@preact/signals-react/runtime',
        replacement: join(import.meta.dirname, 'signals-shim.ts'),
      },
      { find: '@preact/signals-react', replacement: '@preact/signals' },
    ],
  },
  build: {
    outDir: 'dist',
    // Keeps the files of the desks' build, which uses the same folder.
    emptyOutDir: false,
    manifest: '.vite/tv-manifest.json',
    target: OLDEST,
    cssTarget: OLDEST,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: 'islands/tv/entry.tsx',
      transform: { assumptions: { setPublicClassFields: true } },
      output: { format: 'iife', entryFileNames: 'assets/tv-[hash].js' },
    },
  },
})
