import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from '../../config/config.ts'
import { findWindowsService, getLogFile } from '../../config/windows/installation.ts'
import { ConfigError } from '../../domain/errors.ts'

/** With this exit code the program asks for a restart, for example after a restore. */
export const EXIT_RESTART = 75

const FIRST_DELAY_MS = 1_000
const LAST_DELAY_MS = 60_000
const MAX_LOG_BYTES = 5_000_000
/** Limits the wait for output, because a worker that outlives the program keeps it open. */
const LAST_OUTPUT_MS = 1_000

export async function runSupervise(env: Environment) {
  const service = findWindowsService(env)
  if (service) return supervise(service.data, [service.program, 'serve'])
  throw new ConfigError('This is for the program that "install" has copied on Windows.')
}

export async function supervise(
  dataDir: string,
  program: string[],
  sleep: (ms: number) => Promise<void> = Bun.sleep,
) {
  const write = createLogWriter(getLogFile(dataDir))
  let child: ReturnType<typeof spawn> | undefined
  let isEnding = false
  function end() {
    isEnding = true
    child?.kill('SIGTERM')
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)

  for (let delayMs = 0; ; ) {
    const startedAt = performance.now()
    child = spawn(program)
    const output = [child.stdout, child.stderr].map(stream => copy(stream, write))
    const code = await child.exited
    await Promise.race([Promise.all(output), Bun.sleep(LAST_OUTPUT_MS)])
    if (isEnding || code === 0) return 0
    delayMs = getRestartDelay({ code, ranMs: performance.now() - startedAt, delayMs })
    write(`${JSON.stringify(describeEnd(code, delayMs))}\n`)
    await sleep(delayMs)
    if (isEnding) return 0
  }
}

/** Doubles the delay after each short run, so a faulty setting does not fill the log. */
export function getRestartDelay(last: { code: number; ranMs: number; delayMs: number }) {
  if (last.code === EXIT_RESTART) return 0
  if (last.ranMs > LAST_DELAY_MS) return FIRST_DELAY_MS
  return Math.min(LAST_DELAY_MS, Math.max(FIRST_DELAY_MS, 2 * last.delayMs))
}

function describeEnd(code: number, delayMs: number) {
  const at = new Date().toISOString()
  return { at, level: 'warn', message: 'program ended: starting it again', code, delayMs }
}

/** On Windows the child always ends with this process. */
function spawn(program: string[]) {
  return Bun.spawn(program, {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    windowsHide: true,
  })
}

async function copy(stream: ReadableStream<Uint8Array>, write: (chunk: Uint8Array) => void) {
  for await (const chunk of stream) write(chunk)
}

/** Keeps the newest lines, at most twice `maxBytes`. Drops lines if the file cannot be written. */
export function createLogWriter(path: string, maxBytes = MAX_LOG_BYTES) {
  return (chunk: Uint8Array | string) => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const isFull = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= maxBytes
      if (isFull) moveAway(path)
      appendFileSync(path, chunk, { mode: 0o600 })
    } catch {
      // A full disk must not stop the clinic.
    }
  }
}

function moveAway(path: string) {
  try {
    renameSync(path, path.replace(/(?=\.\w+$)/, '.1'))
  } catch {
    // Another process is reading one of the two files. The next line tries again.
  }
}
