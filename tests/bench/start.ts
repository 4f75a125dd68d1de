import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary, FROM_SOURCE } from '../support/server/compiled-binary.ts'
import { runProgram } from '../support/server/program.ts'
import { saveTable } from './measurements.ts'
import { median } from './program.ts'

/**
 * Part of `bun run bench`: from the start to the first response, and the memory of an idle program.
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
let memory = ''
for (const [name, command] of programs) {
  const took: number[] = []
  for (let n = 0; n <= STARTS; n++) {
    const started = performance.now()
    const program = runProgram({ command, args: ['--data-dir', folder] })
    await fetch(await program.url())
    took.push(performance.now() - started)
    if (n === STARTS) await Bun.sleep(AT_REST_AFTER_MS)
    memory = getMemory(program.process.pid)
    await program.end('SIGTERM')
  }
  // The first start creates the database.
  const [, ...later] = took
  const all = later.map(ms => ms.toFixed(0)).join(' ')
  rows.push([name, `${median(later).toFixed(0)} ms (${all})`, memory])
}
rmSync(folder, { recursive: true })
saveTable('start', ['program', 'start to first answer, median of 10 (all)', 'memory at rest'], rows)

function getMemory(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kB = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  const mb = (name: string) => `${((kB(name) * 1024) / MB).toFixed(0)} MB`
  return `${mb('VmRSS')}, ${mb('RssAnon')} of it not in the file`
}
