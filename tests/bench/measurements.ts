import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { measureLoop } from '../support/slowness.ts'

export type Row = {
  what: string
  measured: string
  beside: string
  aim: string
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

/**
 * As saveTable, but only the rows that begin with the same name are replaced. `names` is their
 * order; rows of other names go.
 */
export function replaceRows(name: string, header: string[], names: string[], rows: string[][]) {
  const findName = ([first = '']: string[]) => names.find(other => first.startsWith(other))
  const made = new Set(rows.map(findName))
  const isKept = (row: string[]) => row.length === header.length && !made.has(findName(row))
  const all = [...readRows(name).filter(isKept), ...rows]
  const inOrder = names.flatMap(other => all.filter(row => findName(row) === other))
  saveTable(name, header, inOrder)
}

function readRows(name: string) {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(`<!-- bench:${name} -->`)
  const [table = ''] = section.split('<!-- /bench')
  const lines = table.split('\n').filter(line => line.startsWith('| '))
  return lines.slice(2).map(line => line.slice(2, -2).split(' | '))
}

function replaceSection(page: string, name: string, text: string) {
  const [start, end] = [`<!-- bench:${name} -->\n`, `<!-- /bench:${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no section ${name}`)
  return page.slice(0, from + start.length) + text + page.slice(to)
}

export function getCommit() {
  const isChanged = git('status', '--porcelain', '--', ':(top,exclude)docs') !== ''
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '')
}

function describeRun() {
  const day = new Date().toISOString().slice(0, 10)
  const [cpu, ...others] = cpus()
  const machine = `${others.length + 1} x ${cpu?.model.trim()}`
  const load = `load ${loadAtStart.toFixed(1)}, bare loop ${loopMs.toFixed(0)} ms`
  return `Commit ${getCommit()}, ${day}, ${machine}, Bun ${Bun.version}, ${load}.`
}

function git(...args: string[]) {
  const { stdout } = Bun.spawnSync(['git', ...args], { cwd: import.meta.dirname })
  return stdout.toString().trim()
}
