import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SAVE_SETTINGS = join(import.meta.dirname, 'save-settings.ts')
export const PASSWORD = 'bench password'

/** A program as a child process; resolves with the first address that it prints. */
export async function run(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  for await (const chunk of child.stdout) {
    const url = /http:\/\/localhost:\d+/.exec(new TextDecoder().decode(chunk))?.[0]
    if (url) return { url, stop: () => child.kill('SIGKILL') }
  }
  throw new Error(`${args.join(' ')} printed no address`)
}

/** The real program on a throw-away folder, with display settings that differ from the defaults. */
export async function runClinic(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
  if (Object.keys(settings).length > 0) {
    Bun.spawnSync([process.execPath, SAVE_SETTINGS, folder, JSON.stringify(settings)])
  }
  const args = ['server/main.ts', '--port', '0', '--data-dir', folder]
  const program = await run(args, { ADMIN_PASSWORD: PASSWORD, NODE_ENV: 'production' })
  const cookie = await signIn(program.url)

  async function send(method: string, path: string, json: unknown) {
    return fetch(program.url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
  }

  function stop() {
    program.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: program.url, cookie, send, stop }
}

async function signIn(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  return response.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
}

export function median(numbers: number[]) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

export function percentile(numbers: number[], of: number) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0
}
