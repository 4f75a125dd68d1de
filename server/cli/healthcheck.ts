import type { Config } from '../config/config.ts'
import { probePort } from './doctor/network.ts'

export async function runHealthcheck(options: Config) {
  const { user, health } = await probePort(options)
  if (health?.ok) {
    console.log('The program is healthy.')
    return 0
  }
  if (health) console.error('The program answers, but it cannot read or save its data.')
  else
    console.error(
      `Port ${options.port}: ${user === 'none' ? 'nobody answers' : 'another program answers'}.`,
    )
  return 1
}
