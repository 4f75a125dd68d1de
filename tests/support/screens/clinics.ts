import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from '../../../server/bootstrap.ts'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { parseConfig } from '../../../server/config/parse-config.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { serve } from '../../../server/serve.ts'
import { registerPatient } from '../server/actions.ts'
import { createDataFolder } from '../server/program.ts'
import { ADMIN, seedWithAdmin } from '../server/test-clinic.ts'

export const PASSWORD = ADMIN.password
/** No weather: a test never reaches the internet. */
const UNREACHABLE_URL = 'http://127.0.0.1:9'

export type RunningClinic = Awaited<ReturnType<typeof runClinic>>

const assets = loadAssets({})

/**
 * Serves a clinic from this process: a start of the program takes longer than all else in most
 * tests.
 */
export async function serveClinic(): Promise<RunningClinic> {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-screen-'))
  const env = { DATA_DIR: folder, WEATHER_URL: UNREACHABLE_URL, LOG_LEVEL: 'error' }
  const { app, database } = await bootstrap(parseConfig([], env, COMMANDS))
  await seedWithAdmin(database)
  const serving = serve(app, { port: 0, assets })
  return {
    url: serving.url,
    async seed(names) {
      for (const name of names) await registerPatient(app, { name })
    },
    start: throwNoProcess,
    kill: async () => throwNoProcess(),
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

/** Runs the real program on a new data folder; a restart uses the same port. */
export async function runClinic() {
  const data = createDataFolder()
  const env = { WEATHER_URL: UNREACHABLE_URL }
  let program = data.start([], env)
  const url = await program.url()

  return {
    url,
    /** Registers patients without a request for each. */
    seed: throwOwnProcess,
    async start() {
      program = data.start(['--port', new URL(url).port], env)
      await program.url()
    },
    kill: () => program.end(),
    /** As on a network that hangs: connections stay open, and nobody responds. */
    pause: () => program.process.kill('SIGSTOP'),
    resume: () => program.process.kill('SIGCONT'),
    async stop() {
      await program.end()
      data.close()
    },
  }
}
