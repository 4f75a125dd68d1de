import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'

const PORT = 5173
export const VITE_ORIGIN = `http://localhost:${PORT}`

const ROOT = join(import.meta.dirname, '..')

/** Chunks shared by pages: the files named here, with all that they import. */
const GROUPS = [
  {
    name: 'page',
    test: /\/(hydrate|describe|Logo|Notices|Card|EmptyState|PageHeader|SummaryCards|query|use-watch|use-on-demand|Alert|settings-record|patient|patient-json|text)\.tsx?$/,
    priority: 2,
  },
  { name: 'fold', test: /\/fold\.ts$/, priority: 2 },
  // The login page does not need these.
  { name: 'signed-in', test: /\/(Sidebar\.tsx|live\.ts|on-demand\.ts)$/, priority: 1 },
  { name: 'lists', test: /\/(mutation|patients-query|hold-presets|requeue-reason|room)\.ts$/ },
  { name: 'icons', test: /\/icons\/(bell-ring|check|circle|clock|hourglass|tv)\.mjs$/ },
  {
    name: 'display',
    test: /\/(external-data|announcement-timing|speaker-on-demand|session-source)\.ts$/,
  },
]

/** Parts of libraries that no page uses, and what replaces them. */
const UNUSED = [
  // The socket's options name the transports: websocket and polling.
  {
    part: /\/engine\.io-client\/build\/esm\/transports\/webtransport\.js$/,
    code: 'export class WT {}',
  },
  // The browser's own fetch does what a thousand bytes do for browsers without it.
  {
    part: /\/engine\.io-client\/build\/esm\/transports\/polling-xhr\.js$/,
    code: "export { Fetch as XHR } from './polling-fetch.js'",
  },
  // Every event is text.
  {
    part: /\/socket\.io-parser\/build\/esm\/binary\.js$/,
    code: 'export function deconstructPacket() {} export function reconstructPacket() {}',
  },
  {
    part: /\/socket\.io-parser\/build\/esm\/is-binary\.js$/,
    code: 'export const isBinary = () => false; export const hasBinary = () => false',
  },
  {
    part: /\/engine\.io-parser\/build\/esm\/contrib\/base64-arraybuffer\.js$/,
    code: 'export const decode = () => new ArrayBuffer(0)',
  },
  // The server's HTML links the style sheets of what a page loads on demand.
  { part: /vite\/preload-helper\.js$/, code: 'export const __vitePreload = load => load()' },
  // The browser sends its cookies itself.
  { part: /\/hono\/dist\/utils\/cookie\.js$/, code: 'export function serialize() {}' },
]

/** `create-icon.ts` needs no size, and no keys for an icon's parts: random ones are 0.5 kB. */
const LUCIDE_ICON = /\/lucide-react\/dist\/esm\/icons\//
const ICON_KEYS = /,\s*key: "\w+"|\s*size: 24,/g

/** Options of Node's sockets, which no browser has. */
const WEBSOCKET = /engine\.io-client\/build\/esm\/transports\/websocket\.js$/
const OTHER_SYSTEMS = /isReactNative\s*\?\s*\{\}\s*: pick\([^)]*\)/

const POLLING = /polling-fetch\.js$/

/** `__vitePreload` above does without the sheets that each chunk lists for it. */
const SHEETS_OF_IMPORTS =
  /^const __vite__mapDeps=.*\n|,\s*__vite__mapDeps\([^)]*\)|\/\* empty css +\*\//gm

/** The LGPL asks for it. */
const LAME_NOTICE =
  '/*! LAME in JavaScript (npm @breezystack/lamejs), under the GNU Lesser General Public License, version 3 */'

export default defineConfig({
  root: ROOT,
  plugins: [react(), leaveOutUnused(), leaveOutSheetsOfImports(), listChunksOfIslands()],
  appType: 'custom',
  // static/ is served by the server itself, in development too.
  publicDir: false,
  // Part of React since 18.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim.*/, replacement: 'react' },
      // Lucide's icons import it so.
      { find: '../createLucideIcon.mjs', replacement: join(ROOT, 'islands/ui/create-icon.ts') },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // The server's HTML preloads what a page needs.
    modulePreload: false,
    rolldownOptions: {
      // The shared sheet is an entry of its own: every page links it first.
      input: ['islands/hydrate.ts', 'islands/styles/index.css', 'islands/reports/reports.css'],
      output: {
        codeSplitting: { groups: GROUPS },
        postBanner: ({ name }) => (name === 'lamejs' ? LAME_NOTICE : ''),
        // No getter of this program does anything but return: 0.3 kB less on a desk.
        minify: { compress: { treeshake: { propertyReadSideEffects: false } } },
      },
    },
  },
  server: { host: 'localhost', port: PORT, strictPort: true, cors: true, origin: VITE_ORIGIN },
})

function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    load: id => UNUSED.find(({ part }) => part.test(normalizePath(id)))?.code,
    transform(code, id) {
      const path = normalizePath(id)
      if (LUCIDE_ICON.test(path)) return { code: code.replace(ICON_KEYS, ''), map: null }
      // Without it nobody hears that the body of a response broke off.
      if (POLLING.test(path)) return { code: code.replace('res.text()', 'return $&'), map: null }
      if (WEBSOCKET.test(path)) return { code: code.replace(OTHER_SYSTEMS, '{}'), map: null }
      return null
    },
  }
}

function leaveOutSheetsOfImports(): Plugin {
  return {
    name: 'leave-out-sheets-of-imports',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') output.code = output.code.replace(SHEETS_OF_IMPORTS, '')
        }
      },
    },
  }
}

/** The manifest does not name the file of an island that is part of a group. */
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
