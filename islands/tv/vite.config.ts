import { join } from 'node:path'
import { defineConfig } from 'vite'

const OLDEST = 'chrome53'

/**
 * The display's own bundle: one classic script and one sheet that a TV of 2018 understands. The components
 * are the desks' own; only here they run on Preact, a sixth of the weight of React (README, Measured).
 */
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
  build: {
    outDir: 'dist',
    // Beside what the desks' build has just made.
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
