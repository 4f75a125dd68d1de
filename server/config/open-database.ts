import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/errors'
import { openDatabase } from '#db/connection/open'
import { ConfigError } from '../domain/errors.ts'
import { createLog, formatErrorLine } from '../observability/log.ts'
import type { Config } from './config.ts'
import { isOfOtherProgram } from './explain-start-error.ts'

export type DatabaseHooks = Pick<
  NonNullable<Parameters<typeof openDatabase>[1]>,
  'onOperation' | 'onMigrated' | 'onReachable'
>

export async function openDatabaseOrExplain(
  { isDemo, databaseUrl, databaseToken, logLevel }: Config,
  dataDir: string,
  hooks: DatabaseHooks,
) {
  const elsewhere = isDemo ? undefined : databaseUrl
  const url = elsewhere ?? pathToFileURL(join(dataDir, 'clinic.db')).href
  try {
    return await openDatabase(url, {
      authToken: databaseToken,
      ...hooks,
      onDamage(code) {
        createLog(logLevel)('error', 'database damaged: program stopped', { code })
        process.exit(1)
      },
    })
  } catch (cause) {
    throw explainOpenError(cause, elsewhere, dataDir)
  }
}

/** The caller holds the clinic's lock, so only another kind of program can hold the database. */
export function explainOpenError(cause: unknown, url: string | undefined, dataDir: string) {
  if (cause instanceof DatabaseLockedError) {
    return new ConfigError(
      `The database ${url ?? join(dataDir, 'clinic.db')} is in use by another program, such as one that shows or copies databases. Close that program, then try again.`,
    )
  }
  if (!url || isOfOtherProgram(cause)) return cause
  // Omit the query, because it may contain a token.
  const address = url.replace(/\?.*/, '')
  return new ConfigError(
    `The database ${address} cannot be opened (${formatErrorLine(cause)}). Check that its server runs, and check DATABASE_URL and DATABASE_AUTH_TOKEN.`,
  )
}
