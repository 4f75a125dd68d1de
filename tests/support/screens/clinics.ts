import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerPatient } from '../../../server/actions/patients.ts'
import { bootstrap } from '../../../server/bootstrap.ts'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { parseConfig } from '../../../server/config/parse-config.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { serve } from '../../../server/serve.ts'
import { PROGRAM } from '../server/compiled-binary.ts'
import { ADMIN, seedWithAdmin } from '../server/test-clinic.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const PASSWORD = ADMIN.password
/** No weather: a test never reaches the internet. */
const UNREACHABLE_URL = 'http://127.0.0.1:9'

export type RunningClinic = Awaited<ReturnType<typeof runClinic>>

const assets = loadAssets({})

/** Serves a clinic from this process: a start of the program takes longer than all else in most tests. */
export async function serveClinic(): Promise<RunningClinic> {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-screen-'))
  const env = { DATA_DIR: folder, WEATHER_URL: UNREACHABLE_URL, LOG_LEVEL: 'error' }
  const { app, database } = await bootstrap(parseConfig([], env, COMMANDS))
  await seedWithAdmin(database)
  const serving = serve(app, { port: 0, assets })
  return {
    url: serving.url,
    async seed(names) {
      for (const name of names) await registerPatient(app, { name }, ADMIN.id)
    },
    start: throwNoProcess,
    kill: throwNoProcess,
    pause: throwNoProcess,
    resume: throwNoProcess,
    async stop() {
      await serving.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function throwNoProcess(): never {
  throw new Error('this clinic has no process of its own: use OWN_PROCESS')
}

async function throwOwnProcess(_names: string[]): Promise<void> {
  throw new Error('this clinic has a process of its own: use register()')
}

/** Runs the real program on a new data folder. */
export async function runClinic() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-screen-'))
  let child: ChildProcess
  let port = 0

  /** A restart uses the same port. */
  async function start() {
    const [command = '', ...script] = PROGRAM
    const args = [...script, '--port', String(port), '--data-dir', folder]
    const env = { ...process.env, ADMIN_PASSWORD: PASSWORD, WEATHER_URL: UNREACHABLE_URL }
    child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    port = await new Promise<number>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`the clinic ended with ${code}`)))
      child.stdout?.on('data', chunk => {
        const match = /localhost:(\d+)/.exec(String(chunk))
        if (match) resolve(Number(match[1]))
      })
    })
  }

  function end(signal: NodeJS.Signals) {
    return new Promise<void>(resolve => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }

  await start()
  const url = `http://localhost:${port}`
  return {
    url,
    /** Registers patients without a request for each. */
    seed: throwOwnProcess,
    start,
    kill: () => end('SIGKILL'),
    /** As on a network that hangs: connections stay open, and nobody responds. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
