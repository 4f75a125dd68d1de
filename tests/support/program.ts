import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from './clinic.ts'
import { until } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')
const LOCAL_URL = /https?:\/\/localhost:\d+/
const FROM_SOURCE = [process.execPath, join(ROOT, 'server/main.ts')]

/** For tests that start the program several times: each start takes a second on a busy machine. */
export const SEVERAL_STARTS_MS = 20_000

type Wish = {
  args?: string[]
  env?: Record<string, string>
  /** What to run instead of the sources, and where. */
  command?: string[]
  cwd?: string
}

/** The real program in a process of its own; `printed` grows as it speaks. */
export function runProgram({ args = [], env = {}, command = FROM_SOURCE, cwd = ROOT }: Wish = {}) {
  const child = Bun.spawn([...command, ...args], {
    cwd,
    env: { PORT: '0', ADMIN_PASSWORD: ADMIN.password, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const printed = { text: '' }
  const said = Promise.all([collect(child.stdout, printed), collect(child.stderr, printed)])

  /** The exit code, once everything that was printed has arrived. */
  async function exit() {
    const code = await child.exited
    await said
    return code
  }

  async function url() {
    await until('it runs', () => LOCAL_URL.test(printed.text), 20_000).catch(() => {
      throw new Error(`it does not run: ${printed.text}`)
    })
    return LOCAL_URL.exec(printed.text)?.[0] ?? ''
  }

  return { process: child, printed, exit, url }
}

export type Program = ReturnType<typeof runProgram>

async function collect(stream: ReadableStream<Uint8Array>, into: { text: string }) {
  const decoder = new TextDecoder()
  for await (const chunk of stream) into.text += decoder.decode(chunk, { stream: true })
}

/** The program on a data folder and a port of its own, up and listening; started again, the same clinic. */
export async function aProgram(dataDir: string, port = 0) {
  const program = runProgram({ args: ['--data-dir', dataDir, '--port', String(port)] })
  const found = Number(new URL(await program.url()).port)
  return {
    url: `http://127.0.0.1:${found}`,
    port: found,
    pid: program.process.pid,
    end(signal: 'SIGKILL' | 'SIGTERM') {
      program.process.kill(signal)
      return program.process.exited
    },
  }
}

/** A data folder of a test's own, and the programs that it starts there; `close` ends them and takes it away. */
export function aDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-program-'))
  const running: Program[] = []

  function start(args: string[] = [], env: Record<string, string> = {}) {
    const program = runProgram({ args: ['--data-dir', folder, ...args], env })
    running.push(program)
    return program
  }

  function close() {
    for (const program of running) program.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  return { folder, start, close }
}

export type DataFolder = ReturnType<typeof aDataFolder>
