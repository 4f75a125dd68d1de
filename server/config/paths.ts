import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where dist/ and static/ are: beside the sources, or inside the single binary. */
export const ASSETS_ROOT = Bun.isStandaloneExecutable
  ? import.meta.dirname
  : join(import.meta.dirname, '../..')

/** The single binary always is. */
export function isBuilt() {
  return Bun.isStandaloneExecutable || existsSync(join(ASSETS_ROOT, 'dist'))
}
