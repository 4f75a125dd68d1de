import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../server/test-server.ts'

/** A free port, for programs that must be given one. */
export function getFreePort() {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

/** Runs a server on a port and in a folder of its own, and waits until it listens. */
export async function startServerProcess(getCommand: (port: number, folder: string) => string[]) {
  const port = getFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'clinic-server-'))
  const command = getCommand(port, folder)
  let child = spawn()
  process.on('exit', () => child.kill('SIGKILL'))
  await waitUntilListening()

  function spawn() {
    const env = { PATH: process.env.PATH, HOME: folder }
    return Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'], env })
  }

  function waitUntilListening() {
    const connect = () =>
      Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
        socket => {
          socket.end()
          return true
        },
        () => false,
      )
    return until(`${command[0]} listens`, connect)
  }

  async function die() {
    child.kill('SIGKILL')
    await child.exited
  }

  return {
    port,
    folder,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    die,
    async restart() {
      child = spawn()
      await waitUntilListening()
    },
    async close() {
      await die()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
