import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInWorker } from '../../../server/storage/backup/worker-client.ts'
import { startWeatherService } from '../../support/fakes/weather-service.ts'
import { createDataFolder } from '../../support/server/program.ts'
import { parsePrometheusText } from '../../support/server/prometheus-text.ts'

const MAX_WAIT_S = 90
const FREES_MEMORY_WITHIN_MS = 6_000
const LOG_END = 2_000
/** Clients and sockets that come and go by themselves. */
const MORE_FILES = 10
const MAX_GROWTH = 1.5
const MB = 1024 * 1024
const MAX_GROWTH_BYTES = 100 * MB

export async function startFuzzedProgram() {
  const weather = startWeatherService()
  const data = createDataFolder()
  const program = data.start([], { LOG_LEVEL: 'debug', WEATHER_URL: weather.url })
  const url = await program.url()
  const atStart = await measure()

  async function measure() {
    const response = await fetch(`${url}/metrics`).catch(() => null)
    if (!response) throw new Error(`the program ended: ${program.printed.text.slice(-LOG_END)}`)
    const metrics = parsePrometheusText(await response.text())
    return {
      rss: metrics.value('process_resident_memory_bytes') ?? 0,
      liveConnections: metrics.value('clinic_live_listeners') ?? 0,
      openFiles: readdirSync(`/proc/${program.process.pid}/fd`).length,
    }
  }

  return {
    url,
    /** Waits until few files and no live connections are open, and memory had time to be freed. */
    async settle() {
      for (let second = 0; second < MAX_WAIT_S; second++) {
        const { openFiles, liveConnections } = await measure()
        if (openFiles <= atStart.openFiles + MORE_FILES && liveConnections === 0) break
        await Bun.sleep(1_000)
      }
      await Bun.sleep(FREES_MEMORY_WITHIN_MS)
      return measure()
    },
    logged: () => program.printed.text,
    end: () => program.end('SIGTERM'),
    /** What the program wrote must pass the check of a restore. */
    async findRefusal() {
      const input = { file: join(data.folder, 'clinic.db'), into: join(data.folder, 'unpacked') }
      const toFault = (cause: Error) => [`its data could not be restored: ${cause.message}`]
      return runInWorker('unpack', input).then(() => [], toFault)
    },
    async remove() {
      data.close()
      await weather.close()
    },
  }
}

type Measured = { rss: number; liveConnections: number; openFiles: number }

export function findLeaks(before: Measured, after: Measured) {
  const [half, end] = [before, after].map(({ rss }) => `${(rss / MB).toFixed(0)} MB`)
  console.log(`\nRSS after half of the requests and at the end: ${half}, ${end}\n`)
  const faults: string[] = []
  const allowed = Math.max(before.rss * MAX_GROWTH, before.rss + MAX_GROWTH_BYTES)
  if (after.rss > allowed) faults.push(`RSS grew from ${half} to ${end}`)
  if (after.openFiles > before.openFiles + MORE_FILES)
    faults.push(`open files grew from ${before.openFiles} to ${after.openFiles}`)
  if (after.liveConnections > 0) faults.push(`${after.liveConnections} live connections remain`)
  return faults
}
