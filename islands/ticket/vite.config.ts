import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The pages of tickets are built alone: a phone needs nothing of what staff's pages share. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  appType: 'custom',
  publicDir: false,
  build: {
    outDir: 'dist',
    // The desks' build writes to the same folder.
    emptyOutDir: false,
    manifest: '.vite/ticket-manifest.json',
    target: ['chrome80', 'safari13.1', 'firefox78'],
    cssTarget: ['chrome80', 'safari13.1', 'firefox78'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: ['islands/ticket/phone.ts', 'islands/ticket/paper.ts'] },
  },
})
