import { parseBackupName } from '#domain/backups/backups'

export const BACKUP_EXTENSION = '.tar.gz'
/** Added to the name of an encrypted file, which `age --decrypt` opens, too. */
export const ENCRYPTED_EXTENSION = '.age'
/** Versions before gzip wrote plain tar files. */
const EXTENSIONS = [BACKUP_EXTENSION, '.tar']

/** The backup's name in the name of its file, or null for another file. */
export function parseBackupFile(file: string) {
  const extension = EXTENSIONS.find(extension => file.endsWith(extension))
  const name = extension && file.slice(0, -extension.length)
  return name && parseBackupName(name) ? name : null
}
