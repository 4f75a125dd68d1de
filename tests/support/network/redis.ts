import { until } from '../server/test-server.ts'
import { getProgramProblem } from '../unless.ts'
import { getFreePort } from './free-port.ts'

export const redisProblem = getProgramProblem('redis-server')

/** A real Redis without persistence, on loopback. */
export async function startRedis() {
  const port = getFreePort()
  let child = start()
  process.on('exit', () => child.kill('SIGKILL'))
  await waitUntilReady()

  function start() {
    const args = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--port', String(port)]
    return Bun.spawn(['redis-server', ...args], { stdio: ['ignore', 'ignore', 'ignore'] })
  }

  async function waitUntilReady() {
    await until('Redis responds', () =>
      Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
        .then(socket => socket.end())
        .then(() => true)
        .catch(() => false),
    )
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    async die() {
      child.kill('SIGKILL')
      await child.exited
    },
    async restart() {
      child = start()
      await waitUntilReady()
    },
    /** Accepts connections but never replies. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async close() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
