import { readdirSync } from 'node:fs'
import { startWeatherService } from '../../support/fakes/weather-service.ts'
import { createDataFolder } from '../../support/server/program.ts'
import { parsePrometheusText } from '../../support/server/prometheus-text.ts'

const SAMPLE_MS = 1_000
/** RSS has settled when it did not fall by this much for some samples. */
const STEP_BYTES = 2 * 1024 * 1024
const STEADY_SAMPLES = 5
const MAX_SAMPLES = 90
const LOG_END = 2_000
/** Clients and sockets that come and go by themselves. */
export const MORE_FILES = 10

export async function startFuzzedProgram() {
  const weather = startWeatherService()
  const data = createDataFolder()
  const env = { LOG_LEVEL: 'debug', WEATHER_URL: weather.url, NODE_ENV: 'production' }
  const program = data.start([], env)
  const url = await program.url()

  async function measure() {
    if (!isRunning()) throw new Error(`the program ended: ${program.printed.text.slice(-LOG_END)}`)
    const metrics = parsePrometheusText(await (await fetch(`${url}/metrics`)).text())
    return {
      rss: metrics.value('process_resident_memory_bytes') ?? 0,
      liveConnections: metrics.value('clinic_live_listeners') ?? 0,
      openFiles: readdirSync(`/proc/${program.process.pid}/fd`).length,
    }
  }
  const atStart = await measure()

  /** Waits until RSS stops falling and few files and no live connections are open. */
  async function settle() {
    let last = await measure()
    let steady = 0
    for (let n = 0; n < MAX_SAMPLES; n++) {
      await Bun.sleep(SAMPLE_MS)
      const now = await measure()
      steady = now.rss < last.rss - STEP_BYTES ? 0 : steady + 1
      last = now
      const isQuiet = now.openFiles <= atStart.openFiles + MORE_FILES && now.liveConnections === 0
      if (steady > STEADY_SAMPLES && isQuiet) break
    }
    return last
  }

  function isRunning() {
    return program.process.exitCode === null && program.process.signalCode === null
  }

  return {
    url,
    settle,
    isRunning,
    logged: () => program.printed.text,
    end: () => program.end('SIGTERM'),
    async remove() {
      data.close()
      await weather.close()
    },
  }
}

export type FuzzedProgram = Awaited<ReturnType<typeof startFuzzedProgram>>
export type Measured = Awaited<ReturnType<FuzzedProgram['settle']>>
