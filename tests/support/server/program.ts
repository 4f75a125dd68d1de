import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary, PROGRAM } from './compiled-binary.ts'
import { ADMIN } from './test-clinic.ts'
import { signIn, until } from './test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LOCAL_URL = /https?:\/\/localhost:\d+/

type Options = {
  args?: string[]
  env?: Record<string, string>
  command?: string[]
  cwd?: string
  /** Where stderr goes that others may keep open; it is read at the program's end. */
  errorFile?: string | undefined
}

/** The real program as a child process; `printed` collects its output. */
export function runProgram(options: Options = {}) {
  const { args = [], env = {}, command = PROGRAM, cwd = ROOT, errorFile } = options
  const child = Bun.spawn([...command, ...args], {
    cwd,
    env: { PORT: '0', ADMIN_PASSWORD: ADMIN.password, ...env },
    stdout: 'pipe',
    stderr: errorFile === undefined ? 'pipe' : Bun.file(errorFile),
  })
  const printed = { text: '' }
  const outputEnded = Promise.all([
    collect(child.stdout, printed),
    child.stderr instanceof ReadableStream ? collect(child.stderr, printed) : undefined,
  ])

  /** The exit code, after all output has arrived. */
  async function exit() {
    const code = await child.exited
    await outputEnded
    if (errorFile !== undefined) printed.text += readFileSync(errorFile, 'utf8')
    return code
  }

  function end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
    child.kill(signal)
    return exit()
  }

  /** Ends it in order; throws unless it reports success. */
  async function stop() {
    if ((await end('SIGTERM')) !== 0) throw new Error(`the program failed: ${printed.text}`)
  }

  async function url() {
    const isOver = () => LOCAL_URL.test(printed.text) || child.exitCode !== null
    await until('it runs', isOver).catch(() => {})
    if (child.exitCode !== null) await outputEnded
    const [address] = LOCAL_URL.exec(printed.text) ?? []
    if (!address) throw new Error(`the program did not start: ${printed.text}`)
    return address
  }

  /** The first administrator, signed in. */
  const admin = async () => signIn(await url(), ADMIN)

  return { process: child, printed, exit, end, stop, url, admin }
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

/** A data folder and the programs started on it; `close` ends them and deletes it. */
export function createDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-program-'))
  const running: Program[] = []

  function start(args: string[] = [], env: Record<string, string> = {}) {
    const own = args.includes('--data-dir') ? [] : ['--data-dir', folder]
    const program = runProgram({ args: [...own, ...args], env })
    running.push(program)
    return program
  }

  /** Runs a command to its end. */
  async function run(args: string[], env?: Record<string, string>) {
    const program = start(args, env)
    const code = await program.exit()
    return { code, output: program.printed.text }
  }

  /** The sentence of a start that fails: the last line of its log. */
  async function getStartError(args?: string[], env?: Record<string, string>): Promise<string> {
    const { code, output } = await run(args ?? [], env)
    const { message, error } = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    if (code !== 1 || message !== 'start failed') throw new Error(`it did not fail: ${output}`)
    return error
  }

  function close() {
    for (const program of running) program.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  /** Ends the programs and empties the folder. */
  async function clear() {
    await Promise.all(running.splice(0).map(program => program.end()))
    close()
    mkdirSync(folder, { mode: 0o700 })
  }

  return { folder, start, run, getStartError, close, clear }
}

export type DataFolder = ReturnType<typeof createDataFolder>
