import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary, PROGRAM } from './compiled-binary.ts'
import { ADMIN } from './test-clinic.ts'
import { until } from './test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LOCAL_URL = /https?:\/\/localhost:\d+/

type Options = {
  args?: string[]
  env?: Record<string, string>
  command?: string[]
  cwd?: string
}

/** The sentence with which a start failed: the last line of the log. */
export function getStartError({ printed }: Program): string {
  const line = JSON.parse(printed.text.trim().split('\n').at(-1) ?? '')
  return line.message === 'start failed' ? line.error : ''
}

/** The real program as a child process; `printed` collects its output. */
export function runProgram({ args = [], env = {}, command = PROGRAM, cwd = ROOT }: Options = {}) {
  const child = Bun.spawn([...command, ...args], {
    cwd,
    env: { PORT: '0', ADMIN_PASSWORD: ADMIN.password, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const printed = { text: '' }
  const outputEnded = Promise.all([collect(child.stdout, printed), collect(child.stderr, printed)])

  /** The exit code, after all output has arrived. */
  async function exit() {
    const code = await child.exited
    await outputEnded
    return code
  }

  function end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
    child.kill(signal)
    return exit()
  }

  async function url() {
    await until('it runs', () => LOCAL_URL.test(printed.text), 20_000).catch(() => {
      throw new Error(`the program did not start: ${printed.text}`)
    })
    return LOCAL_URL.exec(printed.text)?.[0] ?? ''
  }

  return { process: child, printed, exit, end, url }
}

/** Runs a copy of the single file as user nobody, who may not be able to read this checkout. */
export async function runAsNobody(args: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'clinic-nobody-'))
  chmodSync(cwd, 0o755)
  const file = join(cwd, 'clinic')
  copyFileSync(compileBinary().binary, file)
  chmodSync(file, 0o755)
  const command = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', file]
  const program = runProgram({ command, args, cwd })
  const code = await program.exit()
  rmSync(cwd, { recursive: true })
  return { code, output: program.printed.text }
}

export type Program = ReturnType<typeof runProgram>

async function collect(stream: ReadableStream<Uint8Array>, target: { text: string }) {
  const decoder = new TextDecoder()
  for await (const chunk of stream) target.text += decoder.decode(chunk, { stream: true })
}

export async function startProgram(dataDir: string, port = 0) {
  const program = runProgram({ args: ['--data-dir', dataDir, '--port', String(port)] })
  const actualPort = Number(new URL(await program.url()).port)
  return {
    url: `http://127.0.0.1:${actualPort}`,
    port: actualPort,
    pid: program.process.pid,
    end: program.end,
  }
}

/** A data folder and the programs started on it; `close` ends them and deletes it. */
export function createDataFolder() {
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

export type DataFolder = ReturnType<typeof createDataFolder>
