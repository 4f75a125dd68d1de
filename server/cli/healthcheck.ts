import type { Config } from '../config/config.ts'
import { askHealth } from './port.ts'

export async function runHealthcheck(options: Config) {
  const answer = await askHealth(options)
  if (answer?.ok) {
    console.log('The program is healthy.')
    return 0
  }
  console.error(
    answer
      ? 'The program answers, but it cannot read or save its data.'
      : `Port ${options.port}: the program does not answer.`,
  )
  return 1
}
