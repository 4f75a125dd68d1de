import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz.ts'
import { ROLES } from './roles.ts'

/** `bun run fuzz [--requests n] [--seed n] [--quick]`; exit 1: the program did something it may not. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { requests: { type: 'string' }, seed: { type: 'string' }, quick: { type: 'boolean' } },
})
const ROOT = join(import.meta.dirname, '../../..')
const QUICK_REQUESTS = 5_000
const REQUESTS = 100_000
const SHOWN_FAULTS = 20
const MB = 1024 * 1024

const requests = Number(values.requests ?? (values.quick ? QUICK_REQUESTS : REQUESTS))
const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000))
// The pages and the files are requested, too.
if (!existsSync(join(ROOT, 'dist'))) {
  Bun.spawnSync([process.execPath, 'server/build/build.ts'], { cwd: ROOT })
}
console.log(`seed ${seed}: ${requests} requests\n`)

const { counts, faults, before, after, seconds } = await runFuzz({
  requests,
  seed,
  report: console.log,
})

console.log('| role | requests | 2xx | 3xx | 4xx | of them 401 | 429 | 5xx | none |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const role of ROLES) {
  const share = (kind: string) => `${(counts.share(role, kind) * 100).toFixed(1)} %`
  const cells = ['2xx', '3xx', '4xx', '401', '429', '5xx', 'none'].map(kind => share(kind))
  console.log(`| ${role} | ${counts.total(role)} | ${cells.join(' | ')} |`)
}
const memory = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`
console.log(`\nRSS ${memory(before.rss)} after the warm-up, ${memory(after.rss)} at the end`)
console.log(
  `open files ${before.openFiles}, ${after.openFiles}; live connections ${after.listeners}`,
)
const { ms, route } = counts.slowest()
console.log(`${seconds.toFixed(0)} s; slowest response ${ms.toFixed(0)} ms: ${route}\n`)
for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`FAULT: ${fault}`)
console.log(`fuzz: ${requests} requests, ${faults.length} faults (seed ${seed})`)
process.exit(faults.length === 0 ? 0 : 1)
