import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { measureLoop } from '../support/slowness.ts'

export type Row = {
  what: string
  measured: string
  beside: string
  aim: string
  /** Shown in bold. */
  isMissed?: boolean
}

const PAGE = join(import.meta.dirname, '../../docs/measurements.md')
const loadAtStart = loadavg()[0] ?? 0
const loopMs = measureLoop()

/** Prints a table and writes it to docs/measurements.md, between the `bench:<name>` comments. */
export function saveTable(name: string, header: string[], rows: (string | number)[][]) {
  const table = [formatHeader(header), ...rows.map(formatRow)].join('\n')
  const text = `${describeRun()}\n\n${table}\n`
  console.log(`\n${text}`)
  writeFileSync(PAGE, replaceSection(readFileSync(PAGE, 'utf8'), name, text))
}

export function saveRows(name: string, rows: Row[]) {
  const cells = rows.map(({ what, measured, beside, aim, isMissed }) => [
    what,
    isMissed ? `**${measured}**` : measured,
    beside,
    aim,
  ])
  saveTable(name, ['what', 'measured', 'beside', 'aim'], cells)
}

export function formatHeader(header: string[]) {
  return `${formatRow(header)}\n${formatRow(header.map(() => '---'))}`
}

export function formatRow(cells: (string | number)[]) {
  return `| ${cells.join(' | ')} |`
}

function replaceSection(page: string, name: string, text: string) {
  const [start, end] = [`<!-- bench:${name} -->\n`, `<!-- /bench:${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no section ${name}`)
  return page.slice(0, from + start.length) + text + page.slice(to)
}

function describeRun() {
  const isChanged = git('status', '--porcelain', '--', ':(top,exclude)docs') !== ''
  const commit = git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '')
  const day = new Date().toISOString().slice(0, 10)
  const [cpu, ...others] = cpus()
  const machine = `${others.length + 1} x ${cpu?.model.trim()}`
  const start = `load ${loadAtStart.toFixed(1)} and a bare loop of ${loopMs.toFixed(0)} ms at the start`
  return `Commit ${commit}, ${day}, ${machine}, Bun ${Bun.version}, ${start}.`
}

function git(...args: string[]) {
  return Bun.spawnSync(['git', ...args], { cwd: import.meta.dirname })
    .stdout.toString()
    .trim()
}
