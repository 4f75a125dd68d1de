import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_TARGET } from '../../../server/build/compile-targets.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const BINARY = join(ROOT, 'out', `clinic-${OWN_TARGET}`)

/** The program as one file: CLINIC_BINARY, or compiled, from `dist/` if it exists. */
export function compileBinary() {
  const given = process.env.CLINIC_BINARY
  if (given) return { binary: given, bytes: statSync(given).size }
  const asBuilt = existsSync(join(ROOT, 'dist')) ? ['--as-built'] : []
  const command = [process.execPath, 'server/build/compile.ts', ...asBuilt]
  const { success, stderr } = Bun.spawnSync(command, { cwd: ROOT })
  if (!success) throw new Error(`compilation failed: ${stderr}`)
  return { binary: BINARY, bytes: statSync(BINARY).size }
}
