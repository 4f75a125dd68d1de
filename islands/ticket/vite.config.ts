import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Builds the ticket pages separately, because phones need no code that staff pages share. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  appType: 'custom',
  publicDir: false,
  build: {
    outDir: 'dist',
    // Keeps the files of the desks' build, which uses the same folder.
    emptyOutDir: false,
    manifest: '.vite/ticket-manifest.json',
    target: ['chrome80', 'safari13.1', 'firefox78'],
    cssTarget: ['chrome80', 'safari13.1', 'firefox78'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: ['islands/ticket/phone.ts', 'islands/ticket/paper.ts'] },
  },
})
