import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '../network/free-port.ts'
import { until } from '../server/test-server.ts'
import type { Problem } from '../unless.ts'

const SQLD = process.env.SQLD ?? Bun.which('sqld')

type Kind = 'fake' | 'sqld'

export const LIBSQL_SERVERS: { kind: Kind; problem: Problem }[] = [
  { kind: 'fake', problem: null },
  { kind: 'sqld', problem: SQLD ? null : 'there is no sqld: .ci/run gets it, SQLD names its path' },
]

export async function startLibsqlServer(kind: Kind) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-libsql-'))
  const port = getFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn(command(), { stdio: ['ignore', 'ignore', 'ignore'] })
  process.on('exit', () => child.kill('SIGKILL'))

  function command() {
    const standIn = join(import.meta.dirname, 'fake-libsql-server.ts')
    return kind === 'fake'
      ? [process.execPath, standIn, join(folder, 'data.db'), String(port)]
      : [SQLD ?? '', '-d', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`]
  }

  await until(
    'the libSQL server responds',
    async () => (await fetch(`${url}/v2`).catch(() => null))?.ok,
    20_000,
  )

  return {
    url,
    folder,
    async close() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
