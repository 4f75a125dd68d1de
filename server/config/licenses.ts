import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { DIST } from './paths.ts'

/** Written by the build. The name begins with a dot because the file is not a public asset. */
export const LICENSES_FILE = join(DIST, '.licenses.txt')

export function readLicenses() {
  return existsSync(LICENSES_FILE) ? readFileSync(LICENSES_FILE, 'utf8') : null
}

export function printLicenses() {
  const licenses = readLicenses()
  if (!licenses) throw new ConfigError('The build collects the licenses. Run: bun run build')
  console.log(licenses)
  return 0
}
