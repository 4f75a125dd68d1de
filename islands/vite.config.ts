import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'

const PORT = 5173
export const VITE_ORIGIN = `http://localhost:${PORT}`

const ROOT = join(import.meta.dirname, '..')

/** Notice that the LGPL requires. */
const LAME_NOTICE =
  '/*! LAME in JavaScript (npm @breezystack/lamejs), under the GNU Lesser General Public License, version 3 */'

/** Keeps fold.ts out of the shared chunk, because most pages never run it. */
const isForMost = (id: string) => !id.endsWith('/fold.ts')

export default defineConfig({
  root: ROOT,
  plugins: [react(), listChunksOfIslands()],
  appType: 'custom',
  // The server itself serves static/, even in development.
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // The server's HTML preloads what a page needs.
    modulePreload: false,
    rolldownOptions: {
      // The shared sheet is a separate entry, because every page links it first.
      input: [
        'islands/hydrate.ts',
        'islands/styles/index.css',
        'islands/reports/reports.css',
        'islands/reports/audit.css',
      ],
      output: {
        // A page of 25 files loads faster than a page of 44.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 9, test: isForMost }] },
        postBanner: ({ name }) => (name === 'lamejs' ? LAME_NOTICE : ''),
      },
    },
  },
  server: { host: 'localhost', port: PORT, strictPort: true, cors: true, origin: VITE_ORIGIN },
})

/** Lists the files of all islands, because the manifest omits islands that other chunks import. */
function listChunksOfIslands(): Plugin {
  return {
    name: 'list-chunks-of-islands',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
      const files = chunks.flatMap(({ fileName, moduleIds }) =>
        moduleIds.map(id => [normalizePath(relative(ROOT, id)), fileName] as const),
      )
      const components = files.filter(([path]) => path.endsWith('.tsx'))
      const source = JSON.stringify(Object.fromEntries(components))
      this.emitFile({ type: 'asset', fileName: '.vite/islands.json', source })
    },
  }
}
