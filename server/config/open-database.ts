import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '#db/connection/open'
import { createLog, formatErrorLine } from '../observability/log.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
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
    if (!elsewhere || isOfOtherProgram(cause)) throw cause
    // The query may contain a token.
    const address = elsewhere.replace(/\?.*/, '')
    throw new ConfigError(`The database ${address} cannot be opened: ${formatErrorLine(cause)}`)
  }
}
