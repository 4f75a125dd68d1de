import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { ConfigError } from '../domain/errors.ts'
import type { Environment } from './config.ts'
import { parseEnvironmentFile } from './environment-file.ts'
import { findServiceRoot, formatProgramCommand } from './program.ts'
import { AS_ADMINISTRATOR, findWindowsService, type ServicePaths } from './windows/installation.ts'
import { parseSettings } from './windows/settings.ts'

/** Reads the installed service's settings, so its commands need no flags. */
export function readServiceSettings(
  argv: string[],
  env: Environment,
  root = findServiceRoot(),
): ServiceSettings {
  const onWindows = findWindowsService(env)
  if (onWindows) return readWindowsSettings(onWindows)
  if (root === null) return NO_SETTINGS
  const file = join(root, 'etc/clinic-queue.env')
  const { variables, ignoredLines } = readSettings(file, argv)
  return {
    env: { ...variables, DATA_DIR: join(root, 'var/lib/clinic-queue') },
    warnings: ignoredLines.map(line => formatIgnoredLine(file, line)),
  }
}

export function readWindowsSettings({ settings, data }: Pick<ServicePaths, 'settings' | 'data'>) {
  const { variables, ignoredLines } = parseSettings(readIfThere(settings))
  return {
    env: { ...variables, DATA_DIR: data },
    warnings: ignoredLines.map(line => formatIgnoredLine(settings, line)),
  }
}

function formatIgnoredLine(file: string, line: number) {
  return `Line ${line} of ${file} is ignored: it is not NAME=value.`
}

export type ServiceSettings = { env: Record<string, string>; warnings: string[] }

export const NO_SETTINGS: ServiceSettings = { env: {}, warnings: [] }

function readSettings(file: string, argv: string[]) {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'))
  } catch (cause) {
    const code = getErrorCode(cause)
    if (code === 'ENOENT') return { variables: {}, ignoredLines: [] }
    if (code !== 'EACCES') throw new ConfigError(`The settings ${file} cannot be read (${code}).`)
    throw new ConfigError(
      `Only root may read the settings in ${file}. Run: ${formatProgramCommand(...argv)}`,
    )
  }
}

function readIfThere(file: string) {
  try {
    return readFileSync(file)
  } catch (cause) {
    const code = getErrorCode(cause)
    if (code === 'ENOENT') return Buffer.of()
    throw new ConfigError(`The settings ${file} cannot be read (${code}). ${AS_ADMINISTRATOR}`)
  }
}
