import { existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import type { Config } from '../config/config.ts'
import { quoteForShell } from '../config/program.ts'
import { ConfigError } from '../domain/errors.ts'
import { DATABASE, parseBackupFile } from '../storage/backup/backup-file.ts'
import { BEFORE_PREFIX } from '../storage/backup/restore.ts'
import { type Certificate, readCertificate } from '../tls/certificate.ts'

/** Files opened before the user changes, because perhaps only the caller may read them. */
export type CallerFiles = {
  getCertificate(): Certificate | undefined
  getOperand(): OpenFile
}

export type OpenFile = {
  path: string
  /** The file and, if it is a database that was not closed, its journal. */
  descriptors: { suffix: string; descriptor: number }[]
}

export function openCallerFiles({ tls, operand }: Pick<Config, 'tls' | 'operand'>): CallerFiles {
  return {
    getCertificate: attempt(() => tls && readCertificate(tls)),
    getOperand: attempt(() => openOperand(resolve(operand))),
  }
}

function attempt<T>(run: () => T) {
  try {
    const result = run()
    return () => result
  } catch (cause) {
    return (): T => {
      throw cause
    }
  }
}

function openOperand(path: string): OpenFile {
  const descriptors = ['', '-wal'].flatMap(suffix => {
    const descriptor = openIfPresent(path + suffix)
    return descriptor === null ? [] : [{ suffix, descriptor }]
  })
  if (descriptors[0]?.suffix !== '') throw new ConfigError(`There is no file ${path}.`)
  return { path, descriptors }
}

function openIfPresent(path: string) {
  try {
    // Opening a pipe would wait for its other end.
    const info = statSync(path)
    if (info.isDirectory()) throw new ConfigError(explainFolder(path))
    if (!info.isFile()) throw new ConfigError(`${path} is no file. Give the file of a backup.`)
    return openSync(path, 'r')
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    const code = getErrorCode(cause)
    if (code === 'ENOENT') return null
    throw new ConfigError(`The file ${path} cannot be read (${code}).`)
  }
}

/** The folder may contain backups, be a data folder, or be the old data that a restore kept. */
function explainFolder(folder: string) {
  const newest = findNewest(folder) ?? findNewest(join(folder, 'backups'))
  const kept = basename(folder).startsWith(BEFORE_PREFIX) ? join(folder, DATABASE) : null
  const file = newest ?? (kept && existsSync(kept) ? kept : null)
  const advice = file
    ? `Give a file in it, such as ${quoteForShell(file)}`
    : 'Give the file of a backup'
  return `${folder} is a folder. ${advice}.`
}

/** Backups sort by age, because their names begin with the date. */
function findNewest(folder: string) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null
  const names = readdirSync(folder).filter(name => parseBackupFile(name.replace(/\.age$/, '')))
  const newest = names.toSorted().at(-1)
  return newest ? join(folder, newest) : null
}
