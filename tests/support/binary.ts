import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_TARGET } from '../../server/build/compile-targets.ts'

const ROOT = join(import.meta.dirname, '../..')
export const BINARY = join(ROOT, 'out', `clinic-${OWN_TARGET}`)

/** The whole product as one file; compiled from dist/ as it is (or built, where there is none) unless given. */
export function compiledBinary() {
  const given = process.env.CLINIC_BINARY
  if (given) return { binary: given, bytes: statSync(given).size }
  const asBuilt = existsSync(join(ROOT, 'dist')) ? ['--as-built'] : []
  const command = [process.execPath, 'server/build/compile.ts', ...asBuilt]
  const { success, stderr } = Bun.spawnSync(command, { cwd: ROOT })
  if (!success) throw new Error(`it was not compiled: ${stderr}`)
  return { binary: BINARY, bytes: statSync(BINARY).size }
}
