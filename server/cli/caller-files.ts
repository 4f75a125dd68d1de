import { existsSync, openSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { damagedError } from '#domain/backups/backups'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../domain/errors.ts'
import { type Certificate, readCertificate } from '../tls/certificate.ts'

/** Files opened before the user changes, because perhaps only the caller may read them. */
export type CallerFiles = {
  getCertificate(): Certificate | undefined
  getOperand(): OpenFile
}

export type OpenFile = { path: string; descriptor: number }

export function openCallerFiles({ tls, operand }: Pick<Config, 'tls' | 'operand'>): CallerFiles {
  return {
    getCertificate: attempt(() => tls && readCertificate(tls)),
    getOperand: attempt(() => openOperand(resolve(operand))),
  }
}

/** Gives up root, because files that root creates would lock the service's user out. */
export function becomeDataOwner(dataDir: string) {
  const { getuid, setgroups, setgid, setuid } = process
  if (!setgroups || !setgid || !setuid || getuid?.() !== 0 || !existsSync(dataDir)) return
  const owner = statSync(dataDir)
  if (owner.uid === 0) return
  setgroups([owner.gid])
  setgid(owner.gid)
  setuid(owner.uid)
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
  if (Bun.file(`${path}-wal`).size > 0) {
    throw damagedError('its newest changes are in the file beside it that ends in -wal')
  }
  try {
    // Opening a pipe would wait for its other end.
    const info = statSync(path)
    if (info.isFile()) return { path, descriptor: openSync(path, 'r') }
    const kind = info.isDirectory() ? 'a folder' : 'no file'
    throw new ConfigError(`${path} is ${kind}. Give the file of a backup.`)
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    const code = getErrorCode(cause)
    throw new ConfigError(
      code === 'ENOENT'
        ? `There is no file ${path}.`
        : `The file ${path} cannot be read (${code}).`,
    )
  }
}
