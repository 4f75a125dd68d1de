import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const PORT = 5173
export const VITE_ORIGIN = `http://localhost:${PORT}`

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [react()],
  appType: 'custom',
  // static/ is served by the server itself, in development too.
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'islands/hydrate.ts' },
  },
  server: { host: 'localhost', port: PORT, strictPort: true, cors: true, origin: VITE_ORIGIN },
})
