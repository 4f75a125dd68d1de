import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')
export const IS_WINDOWS = process.platform === 'win32'

/** How this program starts itself again. */
export const PROGRAM = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

let libraryFolder = ''

/** Where the workers unpack the database library, or find it on Windows, if they have to. */
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

/** The folder that the package, or the same by hand, is installed in: `/`, except in tests. */
export function findServiceRoot({ execPath, isCompiled }: Start = getStart()) {
  if (!isCompiled || !execPath.endsWith('/usr/bin/clinic-queue')) return null
  const root = resolve(dirname(execPath), '../..')
  const units = ['lib', 'usr/lib', 'etc'].map(folder => `${folder}/systemd/system`)
  const isService = units.some(folder => existsSync(join(root, folder, 'clinic-queue.service')))
  return isService ? root : null
}

/** A whole command that can be copied: with the program's name, as this one was started. */
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

/** Null if it was deleted: Bun then resolves relative paths from its own folder. */
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
    // npx puts its own Bun on the path of what it starts, but not on the person's.
    isOnPath: name => {
      const found = Bun.which(name)
      return found !== null && !found.includes('node_modules')
    },
  }
}

function toShortPath(path: string, cwd: string) {
  const fromHere = relative(cwd, path)
  // Windows has no relative path to another drive.
  return fromHere.startsWith('..') || isAbsolute(fromHere)
    ? path
    : join('.', fromHere).replace(/^/, IS_WINDOWS ? '.\\' : './')
}

export function quoteForShell(text: string) {
  if (/^[\w@%+=:,./<>-]+$/.test(text) || (IS_WINDOWS && /^[\w@+=:,./\\<>-]+$/.test(text)))
    return text
  return IS_WINDOWS ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
