import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, loadConfigFromFile } from 'vite'

const CONFIG = join(import.meta.dirname, '../../../islands/tv/vite.config.ts')

export async function scriptOnReact() {
  process.env.NODE_ENV = 'production'
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, CONFIG)
  const folder = mkdtempSync(join(tmpdir(), 'tv-on-react-'))
  const config = { ...loaded?.config, resolve: {}, configFile: false as const }
  await build({ ...config, logLevel: 'warn', build: { ...config.build, outDir: folder } })
  const assets = join(folder, 'assets')
  const name = readdirSync(assets).find(file => file.endsWith('.js')) ?? ''
  const script = await Bun.file(join(assets, name)).text()
  rmSync(folder, { recursive: true })
  return script
}

export function withScript(clinicUrl: string, script: string) {
  const body = gzipSync(script, { level: 9 })
  const headers = { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (/^\/assets\/tv-.*\.js$/.test(pathname)) return new Response(body, { headers })
      return fetch(clinicUrl + pathname + search, { headers: request.headers, decompress: false })
    },
  })
  return { url: `http://localhost:${server.port}`, stop: () => server.stop(true) }
}
