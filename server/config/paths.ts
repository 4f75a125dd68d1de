import { join } from 'node:path'

export const ASSETS_ROOT = Bun.isStandaloneExecutable
  ? import.meta.dirname
  : join(import.meta.dirname, '../..')

export const DIST = join(ASSETS_ROOT, 'dist')
