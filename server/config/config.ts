import { isRemote } from '#db/connection/is-remote'
import type { Level } from '../observability/log.ts'
import type { TlsFiles } from '../tls/certificate.ts'

/** How the program was asked to run. */
export type Config = {
  /** What stands behind the command, such as a username; '' for a command that takes nothing. */
  operand: string
  port: number
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databaseToken: string | undefined
  redisUrl: string | undefined
  proxies: string[]
  adminPassword: string | undefined
  metricsToken: string | undefined
  timeZone: string
  publicUrl: string | undefined
  /** Set where the program speaks https. */
  tls: TlsFiles | undefined
  weatherUrl: string | undefined
  viteOrigin: string | undefined
  logLevel: Level
  isDemo: boolean
  wantsInstall: boolean
}

/** Backups are made only of what lies in the data folder. */
export function hasLocalData({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && !databaseUrl
}

/** Whether other machines may use the same database. */
export function isSharedDatabase({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && databaseUrl !== undefined && isRemote(databaseUrl)
}
