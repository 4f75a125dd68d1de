import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/errors'
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
  const elsewhere = options.isDemo ? undefined : options.databaseUrl
  const url = elsewhere ?? pathToFileURL(join(dataDir, 'clinic.db')).href
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
    // Explained with all other errors of a start.
    if (!elsewhere || cause instanceof DatabaseLockedError) throw cause
    throw new ConfigError(
      `The database ${withoutQuery(elsewhere)} cannot be opened: ${formatErrorLine(cause)}`,
    )
  }
}

/** The query may contain a token. */
function withoutQuery(databaseUrl: string) {
  return databaseUrl.replace(/\?.*/, '')
}
