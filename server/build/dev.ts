import { join, relative } from 'node:path'
import { createServer } from 'vite'
import { VITE_ORIGIN } from '../../islands/vite.config.ts'
import { COMMANDS } from '../cli/commands.ts'
import { parseConfig } from '../config/parse-config.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVER_ONLY = /^(server|routes|db)\//
const CHECK_INTERVAL_MS = 30
const TIMEOUT_MS = 5_000

/** The browser opens Bun's address. Islands come from Vite with HMR. */
const vite = await createServer({ configFile: join(ROOT, 'islands/vite.config.ts') })
await vite.listen()

const { port } = parseConfig(process.argv.slice(2), process.env, COMMANDS)
const server = Bun.spawn(
  ['bun', '--watch', '--no-clear-screen', 'server/main.ts', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    env: { ...process.env, VITE_ORIGIN },
    stdio: ['inherit', 'inherit', 'inherit'],
  },
)

vite.watcher.on('change', async file => {
  const isIsland = (vite.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0
  if (isIsland || !SERVER_ONLY.test(relative(ROOT, file))) return
  await Bun.sleep(CHECK_INTERVAL_MS * 2)
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline && !(await isUp())) await Bun.sleep(CHECK_INTERVAL_MS)
  vite.ws.send({ type: 'full-reload' })
})

async function isUp() {
  const response = await fetch(`http://localhost:${port}/healthz`).catch(() => null)
  return response?.ok === true
}

async function stop() {
  server.kill()
  await vite.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
