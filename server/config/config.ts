import { isRemote } from '#db/connection/is-remote'
import type { Level } from '../observability/log.ts'

export type TlsFiles = { cert: string; key: string }

export type Config = {
  /** The argument after the command, such as a username, or ''. */
  operand: string
  port: number
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databaseToken: string | undefined
  redisUrl: string | undefined
  /** Normalized addresses of the proxies whose X-Forwarded-For is trusted. */
  proxies: string[]
  adminPassword: string | undefined
  initialPasswordFile: string | undefined
  /** Allows other machines to read the metrics. */
  metricsToken: string | undefined
  /** The folder for off-site copies, an absolute path. */
  backupDir: string | undefined
  backupPassphrase: string | undefined
  timeZone: string
  /** The address that browsers use, if it is not this machine's own. */
  publicUrl: string | undefined
  tls: TlsFiles | undefined
  weatherUrl: string | undefined
  viteOrigin: string | undefined
  logLevel: Level
  isDemo: boolean
  /** Even beside backups or pictures of a database that is gone. */
  allowsNewDatabase: boolean
  /** If systemd waits for messages of this process; the watchdog's timeout is in microseconds. */
  systemd: { socket: string; watchdogUs: number | undefined } | undefined
}

/** Backups contain only the data folder. */
export function hasLocalData({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && !databaseUrl
}

/** Whether other machines may use the same database. */
export function isSharedDatabase({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && databaseUrl !== undefined && isRemote(databaseUrl)
}
