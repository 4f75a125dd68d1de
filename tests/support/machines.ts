import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aBalancer } from './balancer.ts'
import { aLibsqlServer } from './libsql-servers.ts'
import { type Program, runProgram } from './program.ts'
import { aRedis } from './redis.ts'
import { until } from './server.ts'

/** Two machines of one clinic behind one address: a database server, a Redis, and nothing else in common. */
export async function twoMachines(kind: Parameters<typeof aLibsqlServer>[0]) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-machines-'))
  const database = await aLibsqlServer(kind)
  const redis = await aRedis()
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  const programs = ['one', 'two'].map(name =>
    runProgram({ args: ['--data-dir', join(folder, name)], env }),
  )
  const [one = '', two = ''] = await Promise.all(programs.map(program => program.url()))
  const balancer = await aBalancer([one, two])

  /** Whether each machine reaches the others. */
  async function areJoined(isJoined = true) {
    await until(
      `they are joined: ${isJoined}`,
      async () => {
        const told = await Promise.all([one, two].map(healthOf))
        return told.every(({ otherMachines }) => (otherMachines === undefined) === isJoined)
      },
      15_000,
    )
  }
  await areJoined()

  return {
    one,
    two,
    url: balancer.url,
    redis,
    areJoined,
    printed: () => programs.map(({ printed }) => printed.text).join(''),
    killOne: () => end(programs[0]),
    async close() {
      balancer.close()
      await Promise.all(programs.map(end))
      await Promise.all([database.close(), redis.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Machines = Awaited<ReturnType<typeof twoMachines>>

async function healthOf(url: string): Promise<{ otherMachines?: string }> {
  return (await fetch(`${url}/healthz`)).json()
}

function end(program: Program | undefined) {
  program?.process.kill('SIGKILL')
  return program?.exit()
}
