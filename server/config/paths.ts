import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const ASSETS_ROOT = Bun.isStandaloneExecutable
  ? import.meta.dirname
  : join(import.meta.dirname, '../..')

export function isBuilt() {
  return Bun.isStandaloneExecutable || existsSync(join(ASSETS_ROOT, 'dist'))
}
