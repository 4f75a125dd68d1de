import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorCode, isDiskFullError } from '#db/connection/errors'
import { ConfigError } from '../domain/errors.ts'
import { IS_WINDOWS, quoteForShell } from './program.ts'
import { AS_ADMINISTRATOR } from './windows/installation.ts'

/** Files and folders that the program makes in the data folder. It ignores all others. */
const FILES = /^(clinic(-before-.*)?\.db(-wal|-shm|-journal)?|lock\.db(-journal)?|restore\.json)$/
const FOLDERS = /^(backups|restoring|before-restore-.*)$/

type Use = (path: string) => void

/** Opens the file, because its mode does not show whether the file and its disk are writable. */
const openFile: Use = path => closeSync(openSync(path, 'r+'))

const openFolder: Use = path => {
  readdirSync(path)
  accessSync(path, constants.W_OK | constants.X_OK)
}

/** Call this before the database is opened. SQLite reports another user's file as damaged. */
export function assertAccess(dataDir: string, isServing = true) {
  assertFolder(dataDir, isServing)
  for (const name of readdirSync(dataDir).toSorted()) {
    const use = FILES.test(name) ? openFile : FOLDERS.test(name) ? openFolder : null
    if (use) tryToUse(join(dataDir, name), use, { dataDir, isServing })
  }
}

export function assertFolder(dataDir: string, isServing = false) {
  tryToUse(dataDir, openFolder, { dataDir, isServing })
}

export function ensureFolder(dataDir: string) {
  tryToUse(dataDir, path => mkdirSync(path, { recursive: true, mode: 0o700 }), {
    dataDir,
    isServing: true,
  })
}

type Place = { dataDir: string; isServing: boolean }

function tryToUse(path: string, use: Use, place: Place) {
  try {
    use(path)
  } catch (cause) {
    const code = getErrorCode(cause)
    const isGone = code === 'ENOENT' && !lstatSync(path, { throwIfNoEntry: false })
    // The running program may have removed a file in the meantime.
    if (isGone && path !== place.dataDir) return
    throw isDiskFullError(cause) ? cause : new ConfigError(explain(path, code, place))
  }
}

const NOT_A_FOLDER = 'is not a folder. Move it away, or choose another folder with --data-dir.'

const REASONS: Record<string, string> = {
  ENOENT:
    "does not exist, or links to nothing. Choose the clinic's folder with --data-dir, or make it first.",
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
  EISDIR: 'is a folder, but must be a file. Move it away.',
  ELOOP: 'is a link to itself. Remove it.',
  EBUSY: 'is in use by another program. Close that program.',
  EROFS:
    'is on a disk that can only be read. If nobody made the disk read-only, it is failing: copy the data to another one. A service can write only to the folders in its ReadWritePaths.',
}

function explain(path: string, code: string, { dataDir, isServing }: Place) {
  if (code !== 'EACCES' && code !== 'EPERM') {
    return `${path} ${REASONS[code] ?? `cannot be used (${code}). Check the disk.`}`
  }
  const user = describeUser()
  const result = `${user.charAt(0).toUpperCase()}${user.slice(1)} may not use ${path} (${code}). The data is not damaged.`
  return `${result} ${getAdvice(dataDir, isServing)}`
}

function getAdvice(dataDir: string, isServing: boolean) {
  if (IS_WINDOWS) return AS_ADMINISTRATOR
  const folder = quoteForShell(dataDir)
  const owner = findOwner(dataDir)
  if (owner === 'hidden') {
    return `A folder above is closed: sudo chmod o+x ${quoteForShell(dirname(dataDir))}`
  }
  const [user, group] = [getUserName(), process.getgid?.()]
  if (owner === 'missing') {
    return `Run: sudo install -d -m 700 -o ${user} -g ${group} ${folder}, or choose another folder with --data-dir.`
  }
  // A command of another user must not become the owner of the service's data.
  const isOwn = owner === process.getuid?.() || (isServing && owner === 0)
  if (!isOwn) return 'Run the same command with sudo.'
  return `Run: sudo chown -R ${user}:${group} ${folder} && sudo chmod -R u+rwX ${folder}`
}

function findOwner(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })?.uid ?? 'missing'
  } catch {
    return 'hidden'
  }
}

export function describeUser() {
  if (IS_WINDOWS) return 'this user'
  return process.getuid?.() === 0 ? 'root' : `the user ${getUserName()}`
}

function getUserName() {
  const uid = String(process.getuid?.())
  try {
    const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
    const row = rows.map(line => line.split(':')).find(([, , id]) => id === uid)
    return row?.[0] ?? uid
  } catch {
    return uid
  }
}

const NETWORK_DISKS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
])

/** A path such as \\server\share. A path such as \\?\C:\data is on a disk. */
const SHARE_ON_WINDOWS = /^\\\\(?![?.]\\)/

/** Returns the kind of network share, where SQLite's locks are unreliable, or null on a disk. */
export function findNetworkDisk(path: string, getType = (path: string) => statfsSync(path).type) {
  return SHARE_ON_WINDOWS.test(path) ? 'SMB' : (NETWORK_DISKS.get(getType(path)) ?? null)
}
