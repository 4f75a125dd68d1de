import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '../support/network/server-process.ts'
import { compileBinary, FROM_SOURCE } from '../support/server/compiled-binary.ts'
import { runProgram } from '../support/server/program.ts'
import { saveTable } from './measurements.ts'
import { median } from './program.ts'

/**
 * `bun run bench:start`: from the start to the first response, and the memory of an idle program.
 */
const STARTS = 10
const AT_REST_AFTER_MS = 5_000
const MB = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
const { binary, bytes } = compileBinary()
const programs: [string, string[]][] = [
  [`single binary (${(bytes / MB).toFixed(0)} MB)`, [binary]],
  ['bun server/main.ts', FROM_SOURCE],
]
const rows: string[][] = []
for (const [name, command] of programs) {
  // The first start creates the database.
  await startOnce(command)
  const took: number[] = []
  for (let n = 0; n < STARTS; n++) took.push(await startOnce(command))
  const rest = await atRest(command)
  const all = took.map(ms => ms.toFixed(0)).join(' ')
  rows.push([name, `${median(took).toFixed(0)} ms (${all})`, rest])
}
rmSync(folder, { recursive: true })
saveTable('start', ['program', 'start to first answer, median of 10 (all)', 'memory at rest'], rows)

function run(command: string[], port: number) {
  return runProgram({ command, args: ['--port', String(port), '--data-dir', folder] })
}

/** Milliseconds from the start of the process to its first page. */
async function startOnce(command: string[]) {
  const port = getFreePort()
  const started = performance.now()
  const program = run(command, port)
  await untilResponse(port)
  const took = performance.now() - started
  await program.end('SIGTERM')
  return took
}

async function untilResponse(port: number) {
  for (;;) {
    const response = await fetch(`http://localhost:${port}/`).catch(() => null)
    if (response?.ok) return
    await Bun.sleep(1)
  }
}

async function atRest(command: string[]) {
  const port = getFreePort()
  const program = run(command, port)
  await untilResponse(port)
  await Bun.sleep(AT_REST_AFTER_MS)
  const status = readFileSync(`/proc/${program.process.pid}/status`, 'utf8')
  await program.end('SIGTERM')
  const kB = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  const mb = (name: string) => `${((kB(name) * 1024) / MB).toFixed(0)} MB`
  return `${mb('VmRSS')}, ${mb('RssAnon')} of it not in the file`
}
