import { existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getOutfile, getOwnTarget, type Target } from '../../../server/build/compile-targets.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const BINARY = getOutfile(getOwnTarget())

export const FROM_SOURCE = [process.execPath, join(ROOT, 'server/main.ts')]
/** The compiled program if the runner made one: it starts in half the time. */
const { CLINIC_BINARY } = process.env
export const PROGRAM = CLINIC_BINARY ? [CLINIC_BINARY] : FROM_SOURCE
/** As its sentences name it when it is started in the repository's folder and without a PATH. */
export const PROGRAM_COMMAND = CLINIC_BINARY
  ? `./${relative(ROOT, CLINIC_BINARY)}`
  : 'npx bun server/main.ts'

/** The program as one file: CLINIC_BINARY, or compiled, from `dist/` if it exists. */
export function compileBinary() {
  if (CLINIC_BINARY) return { binary: CLINIC_BINARY, bytes: statSync(CLINIC_BINARY).size }
  compile()
  return { binary: BINARY, bytes: statSync(BINARY).size }
}

const compiled = new Set<Target>()

/** That of another system, from `dist/` if it exists, once in a process. */
export function compileTarget(target: Target) {
  if (!compiled.has(target)) compile(target)
  compiled.add(target)
  return getOutfile(target)
}

function compile(...targets: Target[]) {
  const asBuilt = existsSync(join(ROOT, 'dist')) ? ['--as-built'] : []
  const command = [process.execPath, 'server/build/compile.ts', ...asBuilt, ...targets]
  const { success, stderr } = Bun.spawnSync(command, { cwd: ROOT })
  if (!success) throw new Error(`compilation failed: ${stderr}`)
}
