import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestClinic } from './test-clinic.ts'

let checks = 0

/** The files of the data folder in which a text occurs, but for the backups. */
export async function findFilesWith(
  { clinic, clock, folder }: Pick<TestClinic, 'clinic' | 'clock' | 'folder'>,
  text: string,
) {
  // As the program does it every minute.
  await clinic.checkpointIfDue(Date.parse(clock.now()) + 61_000 * ++checks)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('backups'))
    .filter(name => statSync(join(folder, name)).isFile())
    .filter(name => readFileSync(join(folder, name)).includes(text))
}
