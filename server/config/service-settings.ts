import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { ConfigError } from '../domain/errors.ts'
import type { Environment } from './config.ts'
import { findServiceRoot, formatProgramCommand, IS_WINDOWS } from './program.ts'
import { AS_ADMINISTRATOR, findWindowsService, type ServicePaths } from './windows/installation.ts'

export function readServiceSettings(
  argv: string[],
  env: Environment,
  root = findServiceRoot(),
): ServiceSettings {
  const onWindows = findWindowsService(env)
  if (onWindows) return readWindowsSettings(onWindows)
  if (root === null) return NO_SETTINGS
  const file = join(root, 'etc/clinic-queue.env')
  const asRoot = `Run: ${formatProgramCommand(...argv)}`
  const parsed = parseEnvironmentFile(readIfThere(file, asRoot).toString())
  return toServiceSettings(file, parsed, join(root, 'var/lib/clinic-queue'))
}

export function readWindowsSettings({ settings, data }: Pick<ServicePaths, 'settings' | 'data'>) {
  return toServiceSettings(settings, parseSettings(readIfThere(settings, AS_ADMINISTRATOR)), data)
}

type Parsed = ReturnType<typeof parseSettings>

function toServiceSettings(file: string, { variables, ignoredLines }: Parsed, dataDir: string) {
  return {
    env: { ...variables, DATA_DIR: dataDir },
    warnings: ignoredLines.map(line => `Line ${line} of ${file} is ignored: it is not NAME=value.`),
  }
}

export type ServiceSettings = { env: Record<string, string>; warnings: string[] }

export const NO_SETTINGS: ServiceSettings = { env: {}, warnings: [] }

function readIfThere(file: string, advice: string) {
  try {
    return readFileSync(file)
  } catch (cause) {
    const code = getErrorCode(cause)
    if (code === 'ENOENT') return Buffer.of()
    throw new ConfigError(
      code === 'EACCES' && !IS_WINDOWS
        ? `Only root may read the settings in ${file}. ${advice}`
        : `The settings ${file} cannot be read (${code}). ${advice}`,
    )
  }
}

/** Parses a file as in systemd.exec(5). `ignoredLines`: numbers of lines without an assignment. */
export function parseEnvironmentFile(text: string) {
  const variables = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const others = lines.replaceAll(ASSIGNMENT, (whole, name?: string, value = '') => {
    if (name) variables.set(name, unquote(value))
    return whole.replaceAll(/[^\n]/g, '')
  })
  const ignoredLines = others
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : index + 1))
  return { variables: Object.fromEntries(variables), ignoredLines }
}

/** A comment, or a name and its value. Quotes and a backslash may continue on the next line. */
const ASSIGNMENT =
  /^[ \t]*(?:[#;](?:\\\n|[^\n])*|([A-Za-z_]\w*)[ \t]*=[ \t]*((?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\n'"\\])*))/gm

const PART = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|([^'"\\]+)/g

function unquote(value: string) {
  const parts = value.trimEnd().matchAll(PART)
  return [...parts]
    .map(([, single, double, escaped, plain]) => {
      if (double !== undefined)
        return double.replaceAll(/\\\n/g, '').replaceAll(/\\(["\\`$])/g, '$1')
      if (escaped !== undefined) return escaped === '\n' ? '' : escaped
      return single ?? plain ?? ''
    })
    .join('')
}

/** Parses NAME=value lines in Notepad's encodings. A backslash is literal, as in Windows paths. */
export function parseSettings(bytes: Buffer) {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  const variables = new Map<string, string>()
  const ignoredLines: number[] = []
  // The decoder drops a byte order mark.
  for (const [index, line] of new TextDecoder(encoding)
    .decode(bytes)
    .split(/\r\n?|\n/)
    .entries()) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name) variables.set(name, value.replace(/^(["'])(.*)\1$/, '$2'))
    else if (/^\s*[^#;\s]/.test(line)) ignoredLines.push(index + 1)
  }
  return { variables: Object.fromEntries(variables), ignoredLines }
}
