import { startLibsqlServer } from '../network/libsql-server.ts'
import { startProxy } from '../network/proxy.ts'
import { startRedis } from '../network/redis.ts'
import { createDataFolder } from './program.ts'
import { until } from './test-server.ts'

/** Two programs behind one address that share a database server and Redis. */
export async function startCluster() {
  const database = await startLibsqlServer()
  const redis = await startRedis()
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  const folders = [createDataFolder(), createDataFolder()]
  const programs = folders.map(data => data.start([], env))
  const [one = '', two = ''] = await Promise.all(programs.map(program => program.url()))
  const balancer = await startProxy([one, two])

  /** Waits until each machine reaches the other, or no longer does. */
  async function areJoined(isJoined = true) {
    await until(`they are joined: ${isJoined}`, async () => {
      const health = await Promise.all([one, two].map(getHealth))
      return health.every(({ otherMachines }) => (otherMachines === undefined) === isJoined)
    })
  }
  await areJoined()

  return {
    one,
    two,
    url: balancer.url,
    redis,
    areJoined,
    printed: () => programs.map(({ printed }) => printed.text).join(''),
    killOne: () => programs[0]?.end(),
    async close() {
      balancer.close()
      await Promise.all(programs.map(program => program.end()))
      for (const data of folders) data.close()
      await Promise.all([database.close(), redis.close()])
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

async function getHealth(url: string): Promise<{ otherMachines?: string }> {
  return (await fetch(`${url}/healthz`)).json()
}
