import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/exclusive-lock'
import { ForeignSchemaError, NewerSchemaError } from '#db/connection/migrate'
import { openDatabase } from '#db/connection/open'
import { createLog, formatErrorLine } from '../observability/log.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

export type DatabaseHooks = Pick<
  NonNullable<Parameters<typeof openDatabase>[1]>,
  'onOperation' | 'onMigrated' | 'onReachable'
>

/** The clinic's database. Throws a ConfigError with one sentence if it cannot be opened. */
export async function openDatabaseOrExplain(
  options: Config,
  dataDir: string,
  hooks: DatabaseHooks,
) {
  const file = join(dataDir, 'clinic.db')
  const url = (!options.isDemo && options.databaseUrl) || pathToFileURL(file).href
  try {
    return await openDatabase(url, {
      authToken: options.databaseToken,
      ...hooks,
      onDamage(code) {
        createLog(options.logLevel)('error', 'database damaged: program stopped', { code })
        process.exit(1)
      },
    })
  } catch (cause) {
    if (cause instanceof DatabaseLockedError) throw explainLocked(dataDir)
    if (cause instanceof NewerSchemaError) {
      throw new ConfigError(
        `The data in ${dataDir} was created by a newer version of this program. Nothing was changed. Install that version again.`,
      )
    }
    if (cause instanceof ForeignSchemaError) {
      throw new ConfigError(
        `The data in ${dataDir} was not created by this program, or before its first release. Nothing was changed. Choose another folder with --data-dir.`,
      )
    }
    throw new ConfigError(
      `The database ${withoutQuery(options.databaseUrl) ?? file} cannot be opened: ${formatErrorLine(cause)}`,
    )
  }
}

/** The query may contain a token. */
function withoutQuery(databaseUrl: string | undefined) {
  return databaseUrl?.replace(/\?.*/, '')
}

export function explainLocked(dataDir: string) {
  return new ConfigError(
    `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`,
  )
}
