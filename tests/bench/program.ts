import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { createDataFolder } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn } from '../support/server/test-server.ts'

/** The real program on a throw-away folder, with display settings that differ from the defaults. */
export async function runClinic(changes: Record<string, string> = {}) {
  const data = createDataFolder()
  const program = data.start([], { NODE_ENV: 'production' })
  const url = await program.url()
  const { cookie, send } = await signIn(url, ADMIN)
  const settings = Object.entries(changes).map(([key, value]) => {
    return { key, value, category: SETTINGS_SCHEMA[key]?.category }
  })
  if (settings.length > 0) {
    const { status } = await send('PUT', '/api/settings', { settings })
    if (status !== 200) throw new Error(`the settings were answered with ${status}`)
  }
  return { url, pid: program.process.pid, cookie, send, stop: data.close }
}

export function median(numbers: number[]) {
  return percentile(numbers, 50)
}

export function percentile(numbers: number[], of: number) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0
}
