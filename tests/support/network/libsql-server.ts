import { join } from 'node:path'
import type { Problem } from '../unless.ts'
import { startServerProcess } from './server-process.ts'

const SQLD = process.env.SQLD ?? Bun.which('sqld')

export const libsqlProblem: Problem = SQLD
  ? null
  : 'there is no sqld: .ci/run gets it, SQLD names its path'

/** A real libSQL server with an empty database. */
export async function startLibsqlServer() {
  const server = await startServerProcess((port, folder) => [
    SQLD ?? '',
    '-d',
    join(folder, 'data'),
    '--http-listen-addr',
    `127.0.0.1:${port}`,
  ])
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}
