import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const PORT = 5173
export const VITE_ORIGIN = `http://localhost:${PORT}`

const SHARED = /lucide-react|islands\/(ui|data|shell)|server\/domain/
// The login page does without: a QR code and live events come when they are asked for.
const LATER = /(QrCode\.tsx|qr-session\.ts|domain\/events\.ts|socket-options\.ts)$/

function isShared(id: string) {
  return SHARED.test(id) && !LATER.test(id)
}

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
    rolldownOptions: {
      // The shared sheet by itself: it names the layers, so every page links it first.
      input: ['islands/hydrate.ts', 'islands/styles/index.css'],
      // One file for what several screens share, instead of one for each icon.
      output: { codeSplitting: { groups: [{ name: 'shared', test: isShared, minShareCount: 2 }] } },
    },
  },
  server: { host: 'localhost', port: PORT, strictPort: true, cors: true, origin: VITE_ORIGIN },
})
