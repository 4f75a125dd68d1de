import { freePort } from './free-port.ts'
import { until } from './server.ts'

const REDIS = Bun.which('redis-server')

/** Whether machines can be joined here. */
export const hasRedis = REDIS !== null

if (!hasRedis) {
  console.log(
    'Several machines are not tested: there is no Redis. Install it: apt-get install redis-server',
  )
}

/** A real Redis on loopback that keeps nothing, in a process of its own. */
export async function aRedis() {
  const port = await freePort()
  let child = start()
  process.on('exit', () => child.kill('SIGKILL'))
  await answers()

  function start() {
    const quiet = [
      '--save',
      '',
      '--appendonly',
      'no',
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
    ]
    return Bun.spawn([REDIS ?? '', ...quiet], { stdio: ['ignore', 'ignore', 'ignore'] })
  }

  async function answers() {
    await until('Redis answers', () =>
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
    async comeBack() {
      child = start()
      await answers()
    },
    /** Takes everything and answers nothing. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async close() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
