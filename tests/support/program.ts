import { join } from 'node:path'
import { ADMIN } from './clinic.ts'
import { until } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The real program in a process of its own, up and listening. */
export async function aProgram(dataDir: string, port = 0) {
  const args = ['server/main.ts', '--data-dir', dataDir, '--port', String(port)]
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ADMIN_PASSWORD: ADMIN.password },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let printed = ''
  void read()
  async function read() {
    for await (const chunk of child.stdout) printed += new TextDecoder().decode(chunk)
  }
  await until('it runs', () => printed.includes('http://localhost:'), 20_000)
  const found = Number(/http:\/\/localhost:(\d+)/.exec(printed)?.[1])
  return {
    url: `http://127.0.0.1:${found}`,
    port: found,
    end(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}
