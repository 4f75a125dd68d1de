import { readdirSync, readFileSync } from 'node:fs'
import { startWeatherService } from '../../support/fakes/weather-service.ts'
import { createDataFolder } from '../../support/server/program.ts'
import { parsePrometheusText } from '../../support/server/prometheus-text.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'

const PAGE_BYTES = 4096
const SAMPLE_MS = 1_000
/** RSS has settled when it did not fall by this much for some samples. */
const STEP_BYTES = 2 * 1024 * 1024
const STEADY_SAMPLES = 5
const MAX_SAMPLES = 90
/** Shown when the program ends by itself. */
const LOG_END = 2_000

/** The real program with its own data folder and a weather service that answers. */
export async function startFuzzedProgram() {
  const weather = startWeatherService()
  const data = createDataFolder()
  const program = data.start([], {
    LOG_LEVEL: 'debug',
    WEATHER_URL: weather.url,
    NODE_ENV: 'production',
  })
  const url = (await program.url()).replace('localhost', '127.0.0.1')
  const { pid } = program.process
  const keeper = await signIn(url, ADMIN)

  const rss = () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  const openFiles = () => readdirSync(`/proc/${pid}/fd`).length

  /** Live connections, from the program's own metrics. */
  async function listeners() {
    const text = await (await fetch(`${url}/metrics`)).text()
    return parsePrometheusText(text).value('clinic_live_listeners') ?? 0
  }

  /** Waits until RSS stops falling and few files and no live connections are open, for up to a minute and a half. */
  async function settle(maxOpenFiles: number) {
    let lowest = Number.POSITIVE_INFINITY
    let steady = 0
    for (let n = 0; n < MAX_SAMPLES && isRunning(); n++) {
      const now = rss()
      steady = now < lowest - STEP_BYTES ? 0 : steady + 1
      lowest = Math.min(lowest, now)
      const isQuiet = openFiles() <= maxOpenFiles && (await listeners()) === 0
      if (steady > STEADY_SAMPLES && isQuiet) break
      await Bun.sleep(SAMPLE_MS)
    }
    if (!isRunning()) throw new Error(`the program ended: ${program.printed.text.slice(-LOG_END)}`)
    return { rss: rss(), openFiles: openFiles(), listeners: await listeners() }
  }

  function isRunning() {
    return program.process.exitCode === null && program.process.signalCode === null
  }

  return {
    url,
    port: Number(new URL(url).port),
    keeper,
    openFiles,
    settle,
    isRunning,
    logged: () => program.printed.text,
    /** Returns the exit code. */
    end() {
      program.process.kill('SIGTERM')
      return program.exit()
    },
    async remove() {
      data.close()
      await weather.close()
    },
  }
}

export type FuzzedProgram = Awaited<ReturnType<typeof startFuzzedProgram>>
export type Measured = Awaited<ReturnType<FuzzedProgram['settle']>>
