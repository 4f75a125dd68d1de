import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESULTS, ROOT } from './test-files.ts'
import { readProgress } from './test-results.ts'

const REDRAWN_EVERY_MS = 500
const CLEAR_LINE = '\r\x1b[K'

type Options = {
  env?: Record<string, string>
  files?: string[]
}
type Running = { name: string; logFile: string; total: number }

const running = new Set<Running>()
if (process.stdout.isTTY) setInterval(drawProgress, REDRAWN_EVERY_MS).unref()

/**
 * Runs `bun` with these arguments, prints whether it succeeded and in what time, and returns its
 * log.
 */
export async function runStep(name: string, args: string[], { env, files = [] }: Options = {}) {
  const started = performance.now()
  const logFile = join(RESULTS, `${name.replaceAll(' ', '-')}.log`)
  const step = { name, logFile, total: files.length }
  running.add(step)
  // A file, not a pipe: a pipe would stay open with any process that a test leaves running.
  const output = openSync(logFile, 'a')
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const isRight = (await child.exited) === 0
  closeSync(output)
  running.delete(step)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${name}: ${isRight ? 'ok' : 'FAILED'} in ${seconds} s`)
  return { name, isRight, log: readFileSync(logFile, 'utf8') }
}

export type StepResult = Awaited<ReturnType<typeof runStep>>

export function print(text: string) {
  console.log(process.stdout.isTTY ? CLEAR_LINE + text : text)
}

/** One line, rewritten: what runs, how much of it is done, and what has failed there. */
function drawProgress() {
  const steps = [...running].map(({ name, logFile, total: files }) => {
    const { done, total = files, failed } = readProgress(readFileSync(logFile, 'utf8'))
    return total > 0 ? `${name}: ${done} of ${total}, ${failed} failed` : name
  })
  process.stdout.write(CLEAR_LINE + steps.join(' | ').slice(0, (process.stdout.columns || 80) - 1))
}
