import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogWriter, getRestartDelay, supervise } from '../../server/cli/windows/supervise.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'clinic-supervise-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Ends with one of the codes after the other. */
function createProgram(codes: (number | string)[]) {
  const file = join(folder, 'codes.json')
  writeFileSync(file, JSON.stringify(codes))
  const script = `const [file] = process.argv.slice(-1)
    const [code, ...rest] = JSON.parse(require('fs').readFileSync(file, 'utf8'))
    require('fs').writeFileSync(file, JSON.stringify(rest))
    console.log('out', code)
    console.error('err', code)
    if (typeof code === 'string') process.kill(process.pid, code)
    else process.exit(code)`
  return [process.execPath, '-e', script, file]
}

test('it starts the program again after a crash and a restore, and ends with it', async () => {
  const delays: number[] = []
  const sleep = async (ms: number) => void delays.push(ms)
  const program = createProgram([75, 1, 'SIGKILL', 75, 3, 0])
  expect(await supervise(folder, program, sleep)).toBe(0)
  expect(delays).toEqual([0, 1000, 2000, 0, 1000])
  const log = readFileSync(join(folder, 'logs/clinic-queue.log'), 'utf8')
  for (const code of [75, 1, 'SIGKILL', 3, 0]) {
    expect(log).toContain(`out ${code}\n`)
    expect(log).toContain(`err ${code}\n`)
  }
  expect(log).toContain('"message":"program ended: starting it again","code":3')
})

test('it does not wait for what outlives the program and keeps its output open', async () => {
  const pids = join(folder, 'pids')
  const ends = join(folder, 'ends')
  const worker =
    "require('fs').appendFileSync(process.argv.at(-1), process.pid + ' '); setInterval(() => {}, 1000)"
  const script = `const [worker, pids, ends] = process.argv.slice(-3)
    const { existsSync, readFileSync, writeFileSync } = require('fs')
    const isSecond = existsSync(ends)
    writeFileSync(ends, '')
    if (isSecond) process.exit(0)
    require('child_process').spawn(process.execPath, ['-e', worker, pids], { stdio: 'inherit' })
    setInterval(() => existsSync(pids) && readFileSync(pids, 'utf8') && process.exit(1), 5)`
  const program = [process.execPath, '-e', script, worker, pids, ends]
  expect(await supervise(folder, program, async () => {})).toBe(0)
  const [id = ''] = readFileSync(pids, 'utf8').split(' ')
  // It still runs.
  expect(process.kill(Number(id), 'SIGKILL')).toBe(true)
})

test('a program that cannot start is tried less and less often, at last once a minute', () => {
  const delays: number[] = [0]
  for (let count = 0; count < 9; count++) {
    delays.push(getRestartDelay({ code: 1, ranMs: 300, delayMs: delays.at(-1) ?? 0 }))
  }
  expect(delays.slice(1)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map(seconds => seconds * 1000))
  expect(getRestartDelay({ code: 1, ranMs: 3_600_000, delayMs: 60_000 })).toBe(1000)
})

test('the log keeps its newest lines in a limited space, and a disk without room is no failure', () => {
  const path = join(folder, 'clinic-queue.log')
  const write = createLogWriter(path, 100)
  for (let line = 0; line < 50; line++) write(`line ${line}\n`)
  const all = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  expect(all).toHaveLength(2)
  expect(all.join('').length).toBeLessThan(2 * 110)
  expect(readFileSync(path, 'utf8')).toEndWith('line 49\n')
  createLogWriter(join(path, 'below-a-file'))('nothing')
})

test('the log goes on where its full file cannot be moved, such as while somebody reads it', () => {
  mkdirSync(join(folder, 'clinic-queue.1.log/kept'), { recursive: true })
  const path = join(folder, 'clinic-queue.log')
  const write = createLogWriter(path, 10)
  for (let line = 0; line < 5; line++) write(`line ${line}\n`)
  expect(readFileSync(path, 'utf8')).toBe('line 0\nline 1\nline 2\nline 3\nline 4\n')
})
