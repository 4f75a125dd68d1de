import { openSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { type Certificate, readCertificate } from '../tls/certificate.ts'

/** Opened before the program becomes the data's owner: perhaps only the caller may read them. */
export type CallerFiles = {
  getCertificate(): Certificate | undefined
  getOperand(): OpenFile
}

export type OpenFile = {
  path: string
  /** The file and, beside a database that was not closed, its journal. */
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
    if (!statSync(path).isFile())
      throw new ConfigError(`${path} is no file. Give the file of a backup.`)
    return openSync(path, 'r')
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    const code = getErrorCode(cause)
    if (code === 'ENOENT') return null
    throw new ConfigError(`The file ${path} cannot be read (${code}).`)
  }
}
