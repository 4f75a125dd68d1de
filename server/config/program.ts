import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')
export const IS_WINDOWS = process.platform === 'win32'

export const PROGRAM = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

let libraryFolder = ''

/** Sets where workers unpack the database library if necessary, or find it on Windows. */
export function shareLibraryFolder(folder: string) {
  libraryFolder = folder
}

export function getWorkerCommand(name: string, args: string[] = [], program = PROGRAM) {
  return [...program, name, ...args, libraryFolder]
}

export type Start = {
  execPath: string
  isCompiled: boolean
  cwd: string
  isOnPath(name: string): boolean
}

/** Returns the service's root, `/` except in tests, or null if this program is not a service. */
export function findServiceRoot({ execPath, isCompiled }: Start = getStart()) {
  if (!isCompiled || !execPath.endsWith('/usr/bin/clinic-queue')) return null
  const root = resolve(dirname(execPath), '../..')
  const units = ['lib', 'usr/lib', 'etc'].map(folder => `${folder}/systemd/system`)
  const isService = units.some(folder => existsSync(join(root, folder, 'clinic-queue.service')))
  return isService ? root : null
}

export function formatProgramCommand(...args: string[]) {
  return [describeProgram(), ...args.map(quoteForShell)].join(' ')
}

export function describeProgram(start: Start = getStart()) {
  const { execPath, isCompiled, cwd, isOnPath } = start
  if (findServiceRoot(start)) return 'sudo clinic-queue'
  if (isCompiled) {
    const name = basename(execPath)
    return isOnPath(name) ? name : quoteForShell(toShortPath(execPath, cwd))
  }
  const bun = isOnPath('bun') ? 'bun' : 'npx bun'
  return `${bun} ${quoteForShell(relative(cwd, MAIN).startsWith('..') ? MAIN : relative(cwd, MAIN))}`
}

/** Null if the folder was deleted. Bun then resolves relative paths from Bun's own folder. */
export function getCurrentFolder() {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

function getStart(): Start {
  return {
    execPath: process.execPath,
    isCompiled: Bun.isStandaloneExecutable,
    cwd: getCurrentFolder() ?? '',
    // npx adds its own Bun to the PATH of the program, but not to the user's PATH.
    isOnPath: name => {
      const found = Bun.which(name)
      return found !== null && !found.includes('node_modules')
    },
  }
}

function toShortPath(path: string, cwd: string) {
  const fromHere = relative(cwd, path)
  // On Windows the path to another drive is always absolute.
  return fromHere.startsWith('..') || isAbsolute(fromHere)
    ? path
    : join('.', fromHere).replace(/^/, IS_WINDOWS ? '.\\' : './')
}

export function quoteForShell(text: string) {
  if (/^[\w@%+=:,./<>-]+$/.test(text) || (IS_WINDOWS && /^[\w@+=:,./\\<>-]+$/.test(text)))
    return text
  return IS_WINDOWS ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
