import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { fsyncFolder, rename, rm } from '#db/connection/files'
import { DomainError } from '#domain/errors'
import { ENCRYPTED_EXTENSION, parseBackupFile } from './backup-file.ts'
import { hash, hashChunks, writeInChunks } from './chunked-sync.ts'
import { encryptFile } from './encryption.ts'
import type { WorkContext } from './pack.ts'
import { type Retention, selectBackupsToKeep } from './retention.ts'

type CopyOutInput = Pick<Retention, 'day'> & {
  file: string
  into: string
}

const DRAFT_PREFIX = '.clinic-draft-'

/** Throws a DomainError with the second half of a sentence. */
export async function copyOut({ file, into, day }: CopyOutInput, { passphrase }: WorkContext) {
  try {
    await assertOtherDisk(dirname(file), into)
    const name = basename(file) + (passphrase ? ENCRYPTED_EXTENSION : '')
    const present = await removeDrafts(into)
    if (!present.includes(name)) await writeCopy(file, join(into, name), passphrase)
    if (passphrase) await rm(join(into, basename(file)), { force: true })
    await removeOldCopies(into, { newest: parseCopyName(name) ?? '', day })
  } catch (cause) {
    throw explain(cause)
  }
}

export async function findNewestCopy(folder: string) {
  const files = await readdir(folder).catch(cause => {
    throw explain(cause)
  })
  const copies = files.flatMap(file => {
    const name = parseCopyName(file)
    return name ? { name, file } : []
  })
  // The names begin with the date.
  return copies.toSorted((a, b) => (a.name < b.name ? -1 : 1)).at(-1) ?? null
}

/** Throws if both are on one disk, because an unmounted stick leaves an empty folder. */
async function assertOtherDisk(own: string, into: string) {
  if ((await stat(into)).dev !== (await stat(own)).dev) return
  throw new DomainError(`${NOT_CONNECTED} (the folder is on the disk of the data)`)
}

async function removeDrafts(folder: string) {
  const names = await readdir(folder)
  const drafts = names.filter(name => name.startsWith(DRAFT_PREFIX))
  for (const name of drafts) await rm(join(folder, name), { force: true })
  return names
}

/** Gives a copy its name only after it is complete and was read back from the disk. */
async function writeCopy(from: string, to: string, passphrase: string | undefined) {
  const draft = join(dirname(to), DRAFT_PREFIX + basename(to))
  try {
    const content = passphrase ? encryptFile(from, passphrase) : Bun.file(from).stream()
    const written = new Bun.CryptoHasher('sha256')
    await writeInChunks(draft, hashChunks(content, written))
    if ((await hash(Bun.file(draft).stream())) !== written.digest('hex')) {
      throw new DomainError('the copy differs from what was written: the stick may be damaged')
    }
    await rename(draft, to)
    await fsyncFolder(dirname(to))
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

async function removeOldCopies(folder: string, retention: Retention) {
  const copies = []
  for (const file of await readdir(folder)) {
    const name = parseCopyName(file)
    if (name) copies.push({ name, file, bytes: (await stat(join(folder, file))).size })
  }
  const kept = selectBackupsToKeep(copies, retention)
  for (const { name, file } of copies) if (!kept.has(name)) await rm(join(folder, file))
}

function parseCopyName(file: string) {
  return parseBackupFile(
    file.endsWith(ENCRYPTED_EXTENSION) ? file.slice(0, -ENCRYPTED_EXTENSION.length) : file,
  )
}

export const NOT_CONNECTED = 'the stick or the share is not connected'
export const IS_FULL = 'it is full'

const REASONS: Record<string, string> = {
  ENOENT: `${NOT_CONNECTED} (the folder is not there)`,
  ENOTDIR: 'it is not a folder',
  ENOSPC: IS_FULL,
  EDQUOT: IS_FULL,
  EACCES: 'the program may not write there',
  EPERM: 'the program may not write there',
  EROFS: 'it can only be read, or is not in the ReadWritePaths of the service',
}

function explain(cause: unknown) {
  if (cause instanceof DomainError || !(cause instanceof Error)) return cause
  const code = getErrorCode(cause)
  return new DomainError(REASONS[code] ?? `it does not work (${code || cause.name})`)
}
