import { getProgramProblem } from '../unless.ts'
import { startServerProcess } from './server-process.ts'

export const redisProblem = getProgramProblem('redis-server')

/** A real Redis without persistence, on loopback. */
export async function startRedis() {
  const options = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1']
  const server = await startServerProcess(port => [
    'redis-server',
    ...options,
    '--port',
    String(port),
  ])
  return {
    ...server,
    url: `redis://127.0.0.1:${server.port}`,
    /** Accepts connections but never replies. */
    hang: () => server.kill('SIGSTOP'),
    goOn: () => server.kill('SIGCONT'),
  }
}
