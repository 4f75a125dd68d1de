import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isRemote } from '#db/connection/remote'
import { DEFAULT_TIME_ZONE } from '#domain/time'
import { ConfigError } from '../domain/errors.ts'
import { LEVELS, type Level } from '../observability/log.ts'
import { normalizeAddress } from '../security/client-address.ts'
import { normalizeHost } from '../security/request-origin.ts'
import type { Flag } from './flags.ts'
import { findTimeZone } from './time-zone.ts'

export type Config = ReturnType<typeof readConfig> & {
  operand: string
  isServing?: boolean
}

export type TlsFiles = { cert: string; key: string }

export type Flags = { [Name in Flag]?: string | boolean | undefined }
export type Environment = Record<string, string | undefined>

/** A thief can try any number of passphrases on a stolen file. */
const MIN_PASSPHRASE = 12

export function readConfig(flags: Flags, env: Environment) {
  // A value from a file that was written on Windows may end with line ends.
  const get = (variable: string) => env[variable]?.replace(/[\r\n]+$/, '') || undefined
  const read = (flag: Flag, variable: string) => String(flags[flag] || get(variable)?.trim() || '')
  const readOptional = (flag: Flag, variable: string) => read(flag, variable) || undefined
  const readPath = (flag: Flag, variable: string) => checkPath(read(flag, variable), flag, variable)
  const publicUrl = parsePublicUrl(readOptional('public-url', 'PUBLIC_URL'))
  return {
    warnings: publicUrl?.warnings ?? [],
    port: parsePort(read('port', 'PORT') || '3000'),
    host: check(readOptional('host', 'HOST')?.replace(/^\[(.*)\]$/, '$1'), isHost, getHostProblem),
    dataDir: readPath('data-dir', 'DATA_DIR') || './data',
    databaseUrl: check(
      readOptional('database', 'DATABASE_URL'),
      isDatabaseUrl,
      // The message omits the URL, because the URL may contain a token.
      () =>
        'DATABASE_URL (--database) must be an address such as libsql://host, http://host or file:/path.',
    ),
    databaseToken: get('DATABASE_AUTH_TOKEN'),
    redisUrl: check(
      get('REDIS_URL'),
      url => /^rediss?:\/\//.test(url) && URL.canParse(url),
      // The message omits the URL, because the URL may contain a password.
      () => 'REDIS_URL must be an address with redis:// or rediss://.',
    ),
    proxies: (get('TRUSTED_PROXIES') ?? '').split(',').flatMap(parseProxy),
    adminPassword: get('ADMIN_PASSWORD'),
    initialPasswordFile: readPath('initial-password-file', 'INITIAL_PASSWORD_FILE') || undefined,
    metricsToken: check(
      get('METRICS_TOKEN'),
      // These characters are allowed in a header, and 16 of them cannot be guessed.
      token => /^[\x21-\x7e]{16,}$/.test(token),
      () => 'METRICS_TOKEN must be at least 16 letters, digits and symbols, without spaces.',
    ),
    backupDir: parseFolder(readPath('backup-dir', 'BACKUP_DIR')),
    backupPassphrase: check(
      get('BACKUP_PASSPHRASE'),
      text => text.length >= MIN_PASSPHRASE,
      () => `BACKUP_PASSPHRASE must be at least ${MIN_PASSPHRASE} characters.`,
    ),
    timeZone: parseTimeZone(read('time-zone', 'CLINIC_TIME_ZONE') || DEFAULT_TIME_ZONE),
    publicUrl: publicUrl?.origin,
    tls: parseTlsFiles(readPath('tls-cert', 'TLS_CERT'), readPath('tls-key', 'TLS_KEY')),
    weatherUrl: checkWebUrl('weather URL', readOptional('weather-url', 'WEATHER_URL')),
    viteOrigin: env.VITE_ORIGIN,
    logLevel: parseLogLevel(get('LOG_LEVEL')?.trim() ?? 'info'),
    isDemo: flags.demo === true,
    allowsNewDatabase: flags['new-database'] === true,
    systemd: readSystemd(env),
  }
}

function check<Text extends string | undefined>(
  text: Text,
  isValid: (text: string) => boolean,
  describe: (text: string) => string,
) {
  if (text === undefined || isValid(text)) return text
  throw new ConfigError(describe(text))
}

function parsePort(text: string) {
  return Number(
    check(
      text,
      text => /^\d+$/.test(text.trim()) && Number(text) <= 65_535,
      () => `The port must be a number from 0 to 65535, not "${text}".`,
    ),
  )
}

function parseTimeZone(name: string) {
  const timeZone = findTimeZone(name)
  if (timeZone) return timeZone
  throw new ConfigError(`"${name}" is not a time zone. An example is ${DEFAULT_TIME_ZONE}.`)
}

/** Accepts a name or an address. Only listening shows whether this computer has it. */
function isHost(host: string) {
  return isIP(host) !== 0 || /^(?!.*\.\.)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(host)
}

function getHostProblem(host: string) {
  return `The host must be a name or an address such as 192.168.1.10, without http:// and port, not "${host}".`
}

const DATABASE_SCHEMES = /^((libsql|https?|wss?):\/\/[^/]|file:[^?])/

function isDatabaseUrl(url: string) {
  return DATABASE_SCHEMES.test(url) && URL.canParse(url)
}

/** Rejects paths that a shell did not expand, such as `~` after `=` or in a settings file. */
function checkPath(path: string, flag: Flag, variable: string) {
  const name = `${variable} (--${flag})`
  if (path.startsWith('~')) {
    throw new ConfigError(
      `${name} must be the whole path, such as /home/clinic/data, not "${path}".`,
    )
  }
  if (process.platform !== 'win32' && /^[A-Za-z]:\\|^\\\\/.test(path)) {
    throw new ConfigError(
      `${name} is a path of Windows: "${path}". Here it is one such as /srv/clinic.`,
    )
  }
  if (/^(["']).*\1$/.test(path)) {
    throw new ConfigError(`${name} has quotes around it: ${path}. Leave them out.`)
  }
  return path
}

function checkWebUrl(label: string, url: string | undefined) {
  return check(
    url,
    url => /^https?:\/\//.test(url) && URL.canParse(url),
    () => `The ${label} must be an address with http:// or https://, not "${url}".`,
  )
}

/** Keeps only the origin. Warns about a longer address, because version 1.0.0 accepted it. */
function parsePublicUrl(text: string | undefined) {
  if (text === undefined) return undefined
  const address = text.trim()
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:\/\/[^/?#@\\]/i.test(address) || normalizeHost(url.host) === null) {
    throw new ConfigError(
      `PUBLIC_URL must be an address such as http://192.168.1.10:3000, not "${text}".`,
    )
  }
  if (url.username || url.password) {
    throw new ConfigError('PUBLIC_URL must have no user name and no password: everybody sees it.')
  }
  const extra = address.replace(/^[^/]+\/\/[^/?#\\]*\/?/, '')
  const warning = `PUBLIC_URL is taken as ${url.origin}, without "${extra}": the program cannot be in a folder of another site.`
  return { origin: url.origin, warnings: extra === '' ? [] : [warning] }
}

function parseTlsFiles(cert: string, key: string): TlsFiles | undefined {
  if (!cert && !key) return undefined
  if (cert && key) return { cert: resolve(cert), key: resolve(key) }
  throw new ConfigError(
    `TLS_CERT and TLS_KEY belong together: ${cert ? 'TLS_KEY' : 'TLS_CERT'} is missing.`,
  )
}

function parseFolder(path: string) {
  return path === '' ? undefined : resolve(path)
}

function parseProxy(item: string) {
  const text = item.trim()
  const address = normalizeAddress(text)
  if (address !== null || text === '') return address ?? []
  throw new ConfigError(
    `TRUSTED_PROXIES must be addresses such as 10.0.0.5,10.0.0.6, not "${text}".`,
  )
}

function parseLogLevel(name: string): Level {
  const level = LEVELS.find(level => level === name.toLowerCase())
  if (level) return level
  throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${name}".`)
}

/** See sd_notify(3) and sd_watchdog_enabled(3). */
function readSystemd({ NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID }: Environment) {
  if (!NOTIFY_SOCKET) return undefined
  const isWatched = !WATCHDOG_PID || Number(WATCHDOG_PID) === process.pid
  const timeoutUs = Number(WATCHDOG_USEC)
  return { socket: NOTIFY_SOCKET, watchdogUs: isWatched && timeoutUs > 0 ? timeoutUs : undefined }
}

export function hasLocalData({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && !databaseUrl
}

export function isSharedDatabase({ isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>) {
  return !isDemo && databaseUrl !== undefined && isRemote(databaseUrl)
}
