import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { ConfigError } from './config-error.ts'
import { describeReadOnlyMount } from './mounts.ts'
import { formatProgramCommand, IS_WINDOWS, quoteForShell } from './program.ts'
import {
  type AccessProblem,
  type Entry,
  explainOwner,
  explainRefusal,
  type Kind,
  move,
} from './refused-files.ts'
import { describeUser, formatOwner, getGroupId, getUserId, isStartedByRoot } from './unix-names.ts'
import { AS_ADMINISTRATOR } from './windows/installation.ts'

/** What the program itself makes in the data folder. People's own files there are left alone. */
const FILES = /^(clinic(-before-.*)?\.db(-wal|-shm|-journal)?|lock\.db(-journal)?|restore\.json)$/
const FOLDERS = /^(backups|restoring|before-restore-.*)$/
const SOCKETS = /^control\.sock$/
const DATABASE = 'clinic.db'

/**
 * Looked at before the database is opened: SQLite calls a file of another user damaged, too. A file
 * is opened, because its mode does not tell whether it or its disk can be written.
 */
export function findAccessProblems(dataDir: string, isServing = true): AccessProblem[] {
  const folder = findFolder(dataDir)
  if ('result' in folder) return [folder]
  const problem = checkEntry(folder, folder, isServing)
  if (problem) return [problem]
  const problems = readdirSync(dataDir)
    .toSorted()
    .flatMap(name => {
      const kind = getKind(name)
      const entry = kind && findEntry(join(dataDir, name), kind)
      if (!entry) return []
      return ('result' in entry ? entry : checkEntry(entry, folder, isServing)) ?? []
    })
  if (problems.length > 0) return problems
  const problemOfContent = checkContent(join(dataDir, DATABASE), dataDir)
  return problemOfContent ? [problemOfContent] : []
}

/** One sentence, which says what is wrong and what to do. */
export function assertAccess(dataDir: string, isServing?: boolean) {
  const [problem] = findAccessProblems(dataDir, isServing)
  if (problem) throw new ConfigError(formatAccessProblem(problem))
}

export function formatAccessProblem({ result, cure }: AccessProblem) {
  const sentence = result.charAt(0).toUpperCase() + result.slice(1)
  return `${sentence.endsWith('.') ? sentence : `${sentence}.`} ${cure}`
}

/** Makes the folder if it is not there. */
export function ensureFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const entry = findEntry(dataDir, 'folder')
    if (entry && 'result' in entry) throw new ConfigError(formatAccessProblem(entry))
    const code = getErrorCode(cause)
    if (code === 'ENOSPC') throw cause
    const above = findFirstMissing(dataDir)
    if (code === 'EROFS')
      throw new ConfigError(formatAccessProblem(describeReadOnlyMount(dirname(above))))
    const result = `The data folder ${dataDir} cannot be made in ${dirname(above)} (${code}).`
    throw new ConfigError(`${result} ${getMakingAdvice(dataDir)} another with --data-dir.`)
  }
}

function getMakingAdvice(dataDir: string) {
  if (IS_WINDOWS) return 'Is that disk connected? Else choose'
  const owner = formatOwner(getUserId(), getGroupId()).replace(':', ' -g ')
  return `Make it for ${describeUser()}: sudo install -d -m 700 -o ${owner} ${quoteForShell(dataDir)}, or choose`
}

function findFirstMissing(path: string): string {
  const above = dirname(path)
  return above === path || statSync(above, { throwIfNoEntry: false })
    ? path
    : findFirstMissing(above)
}

function getKind(name: string): Kind | null {
  if (FILES.test(name)) return 'file'
  if (FOLDERS.test(name)) return 'folder'
  return SOCKETS.test(name) ? 'socket' : null
}

function findFolder(dataDir: string): Entry | AccessProblem {
  const found = findEntry(dataDir, 'folder')
  return found ?? { result: `${dataDir} does not exist`, cure: 'Choose another with --data-dir.' }
}

/** Null if it is not there. */
export function findEntry(path: string, kind: Kind): Entry | AccessProblem | null {
  try {
    const info = statSync(path, { throwIfNoEntry: false })
    if (info) return checkKind({ path, kind, info })
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (!link) return null
    const result = `${path} is a link to ${readlinkSync(path)}, which is not there`
    return {
      result,
      cure: `Connect the disk with it, or remove the link: rm ${quoteForShell(path)}`,
    }
  } catch (cause) {
    return explainUnreachable(path, getErrorCode(cause))
  }
}

/** Of a file that others own, such as a certificate's key: it is not to be given away. */
export function findReadProblem(path: string): AccessProblem | null {
  const entry = findEntry(path, 'file')
  if (!entry || 'result' in entry) return entry
  const quoted = quoteForShell(path)
  const [, group] = formatOwner(getUserId(), getGroupId()).split(':')
  return {
    result: `${describeUser()} may not read ${path}, which belongs to ${describeUser(entry.info.uid)}`,
    cure: `Run: sudo chgrp ${group} ${quoted} && sudo chmod g+r ${quoted}`,
  }
}

function checkKind(entry: Entry): Entry | AccessProblem {
  const { path, kind, info } = entry
  const isRight =
    kind === 'folder' ? info.isDirectory() : kind === 'socket' ? !info.isDirectory() : info.isFile()
  if (isRight) return entry
  const is = info.isDirectory() ? 'a folder' : info.isFile() ? 'a file' : 'neither file nor folder'
  const [from, to] = [path, `${path}.moved`].map(quoteForShell)
  return {
    result: `${path} is ${is}, but must be a ${kind === 'socket' ? 'file' : kind}`,
    cure: `Move it away: ${move()} ${from} ${to}`,
  }
}

function explainUnreachable(path: string, code: string): AccessProblem {
  if (code === 'ELOOP') {
    return {
      result: `${path} is a link that leads to itself`,
      cure: `Remove it: rm ${quoteForShell(path)}`,
    }
  }
  if (code === 'ENOTDIR') {
    const file = findFirst(path, folder => statSync(folder).isFile()) ?? dirname(path)
    return {
      result: `${file} is a file, not a folder`,
      cure: 'Choose another folder with --data-dir.',
    }
  }
  const closed = findFirst(path, folder => !canAccess(folder, constants.X_OK)) ?? dirname(path)
  const result = `${describeUser()} may not enter the folder ${closed} (${code})`
  if (IS_WINDOWS) return { result, cure: AS_ADMINISTRATOR }
  return {
    result,
    cure: isStartedByRoot
      ? `Let that user in: sudo chmod o+x ${quoteForShell(closed)}`
      : 'Run the same command with sudo.',
  }
}

/** The first of the folders above it, from the root on. */
function findFirst(path: string, matches: (folder: string) => boolean): string | null {
  const above = dirname(path)
  const higher = above === path ? null : findFirst(above, matches)
  if (higher) return higher
  try {
    return above !== path && matches(above) ? above : null
  } catch {
    return null
  }
}

function canAccess(path: string, mode: number) {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function checkEntry(entry: Entry, folder: Entry, isServing: boolean): AccessProblem | null {
  if (entry.kind === 'socket') return null
  try {
    if (entry.kind === 'file') closeSync(openSync(entry.path, 'r+'))
    else accessSync(entry.path, constants.R_OK | constants.W_OK | constants.X_OK)
    return isOfOtherUser(entry, folder) ? explainOwner(entry, entry.info, folder.path) : null
  } catch (cause) {
    return explainRefusal(entry, folder, getErrorCode(cause), isServing)
  }
}

/** Root may use all files, but what it makes beside them is closed to their owner. */
function isOfOtherUser({ path, info }: Entry, folder: Entry) {
  return getUserId() === 0 && folder.info.uid === 0 && info.uid !== 0 && path.endsWith(DATABASE)
}

const MAGIC_BYTES = 16
const GZIP = '\x1f\x8b'
const AGE = 'age-encryption.o'

/** A backup that was copied over the database is no damage, either. */
function checkContent(path: string, dataDir: string): AccessProblem | null {
  const start = readStart(path)
  if (!start.startsWith(GZIP) && start !== AGE) return null
  const moved = join(dataDir, start === AGE ? 'backup.db.gz.age' : 'backup.db.gz')
  const [from, to] = [path, moved].map(quoteForShell)
  const command = formatProgramCommand('restore', moved, '--data-dir', dataDir)
  return {
    result: `${path} is not a database but a backup, which must be unpacked`,
    cure: `Run: ${move()} ${from} ${to} and then: ${command}`,
  }
}

function readStart(path: string) {
  const descriptor = statSync(path, { throwIfNoEntry: false }) ? openSync(path, 'r') : null
  if (descriptor === null) return ''
  const bytes = Buffer.alloc(MAGIC_BYTES)
  const length = readSync(descriptor, bytes, 0, MAGIC_BYTES, 0)
  closeSync(descriptor)
  return bytes.toString('latin1', 0, length)
}
