import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time'
import { LEVELS } from '../observability/log.ts'
import { normalizeAddress } from '../security/client-address.ts'
import type { Config, TlsFiles } from './config.ts'
import { ConfigError } from './config-error.ts'
import { FLAGS, type Flag } from './flags.ts'

/** What a command line may name. */
type Command = { name: string; operand?: string; flags: Flag[] }

type ParsedConfig<C> = Config & { command: C; wantsHelp: boolean }

/** Too long to guess, with only characters that a header allows. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,}$/

/** A thief can try passphrases on a stolen file without end. */
const MIN_PASSPHRASE = 12

type Environment = Record<string, string | undefined>

/** The first of `commands` is the default. Throws a ConfigError with one sentence. */
export function parseConfig<C extends Command>(
  argv: string[],
  env: Environment,
  commands: readonly [C, ...C[]],
): ParsedConfig<C> {
  const { values, positionals } = parseFlags(resolveAlias(argv))
  const [name, ...operands] = positionals
  const command = findCommand(commands, name)
  const wantsHelp = values.help ?? false
  assertKnownArguments(command, operands, Object.keys(values), wantsHelp)
  return {
    command,
    operand: operands[0] ?? '',
    port: parsePort(values.port ?? (env.PORT || '3000')),
    host: values.host || env.HOST || undefined,
    dataDir: values['data-dir'] || env.DATA_DIR || './data',
    databaseUrl: parseDatabaseUrl(values.database || env.DATABASE_URL || undefined),
    databaseToken: env.DATABASE_AUTH_TOKEN || undefined,
    redisUrl: parseRedisUrl(env.REDIS_URL || undefined),
    proxies: parseProxies(env.TRUSTED_PROXIES || ''),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    initialPasswordFile: values['initial-password-file'] || env.INITIAL_PASSWORD_FILE || undefined,
    metricsToken: parseMetricsToken(env.METRICS_TOKEN || undefined),
    backupDir: parseFolder(values['backup-dir'] || env.BACKUP_DIR || undefined),
    backupPassphrase: parsePassphrase(env.BACKUP_PASSPHRASE || undefined),
    timeZone: parseTimeZone(values['time-zone'] || env.CLINIC_TIME_ZONE || DEFAULT_TIME_ZONE),
    publicUrl: parseWebUrl('public URL', values['public-url'] || env.PUBLIC_URL || undefined),
    tls: parseTlsFiles(values['tls-cert'] || env.TLS_CERT, values['tls-key'] || env.TLS_KEY),
    weatherUrl: parseWebUrl('weather URL', values['weather-url'] || env.WEATHER_URL || undefined),
    viteOrigin: env.VITE_ORIGIN,
    logLevel: parseLogLevel(env.LOG_LEVEL || 'info'),
    isDemo: values.demo ?? false,
    allowsNewDatabase: values['new-database'] ?? false,
    systemd: parseSystemd(env),
    wantsHelp,
  }
}

/** What other programs use instead. */
const ALIASES = new Map([
  ['help', '--help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

function resolveAlias([first = '', ...others]: string[]) {
  return first ? [ALIASES.get(first) ?? first, ...others] : others
}

function parseFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: FLAGS })
  } catch (cause) {
    const [sentence] = `${cause instanceof Error ? cause.message : cause}`.split(/\.\s/)
    throw new ConfigError(`${sentence}. --help lists all options.`)
  }
}

function findCommand<C extends Command>(
  commands: readonly [C, ...C[]],
  name: string = commands[0].name,
) {
  const command = commands.find(candidate => candidate.name === name)
  if (command) return command
  const names = commands.map(candidate => candidate.name).join(', ')
  throw new ConfigError(`Unknown command: ${name}. The commands are ${names}. See --help.`)
}

function assertKnownArguments(
  { name, operand, flags }: Command,
  operands: string[],
  flagNames: string[],
  wantsHelp: boolean,
) {
  if (wantsHelp) return
  const unknownFlag = flagNames.find(flag => !flags.includes(flag as Flag))
  if (unknownFlag)
    throw new ConfigError(`${name} takes no --${unknownFlag}. ${name} --help lists its options.`)
  if (operand && operands.length === 0) {
    throw new ConfigError(`${name} needs a ${operand.slice(1, -1)}.`)
  }
  const extra = operands[operand ? 1 : 0]
  if (extra !== undefined) throw new ConfigError(`${name} has an unexpected argument: "${extra}".`)
}

function parsePort(text: string) {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number
  throw new ConfigError(`The port must be a number from 0 to 65535, not "${text}".`)
}

function parseTimeZone(name: string) {
  if (isTimeZone(name)) return name
  throw new ConfigError(`"${name}" is not a time zone. An example is ${DEFAULT_TIME_ZONE}.`)
}

function parseWebUrl(label: string, url: string | undefined) {
  if (url === undefined || (/^https?:\/\//.test(url) && URL.canParse(url))) return url
  throw new ConfigError(`The ${label} must be an address with http:// or https://, not "${url}".`)
}

function parseTlsFiles(cert = '', key = ''): TlsFiles | undefined {
  if (!cert && !key) return undefined
  if (cert && key) return { cert: resolve(cert), key: resolve(key) }
  throw new ConfigError(
    `TLS_CERT and TLS_KEY belong together: ${cert ? 'TLS_KEY' : 'TLS_CERT'} is missing.`,
  )
}

function parseMetricsToken(token: string | undefined) {
  if (token === undefined || METRICS_TOKEN.test(token)) return token
  throw new ConfigError(
    'METRICS_TOKEN must be at least 16 letters, digits and symbols, without spaces.',
  )
}

function parseFolder(path: string | undefined) {
  return path === undefined ? undefined : resolve(path)
}

function parsePassphrase(text: string | undefined) {
  if (text === undefined || text.length >= MIN_PASSPHRASE) return text
  throw new ConfigError(`BACKUP_PASSPHRASE must be at least ${MIN_PASSPHRASE} characters.`)
}

/** Checked here: libSQL would name it with the token that it may contain. */
function parseDatabaseUrl(url: string | undefined) {
  if (url === undefined || URL.canParse(url)) return url
  throw new ConfigError('DATABASE_URL must be an address such as libsql://host or file:path.')
}

/** The message omits the URL, because it may contain a password. */
function parseRedisUrl(url: string | undefined) {
  if (url === undefined || (/^rediss?:\/\//.test(url) && URL.canParse(url))) return url
  throw new ConfigError('REDIS_URL must be an address with redis:// or rediss://.')
}

function parseProxies(list: string) {
  const addresses = list.split(',').map(text => text.trim())
  return addresses.filter(text => text !== '').map(parseProxy)
}

function parseProxy(text: string) {
  const address = normalizeAddress(text)
  if (address !== null) return address
  throw new ConfigError(
    `TRUSTED_PROXIES must be addresses such as 10.0.0.5,10.0.0.6, not "${text}".`,
  )
}

function parseLogLevel(name: string) {
  const level = LEVELS.find(level => level === name.toLowerCase())
  if (level) return level
  throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${name}".`)
}

/** Set by systemd, see sd_notify(3) and sd_watchdog_enabled(3). */
function parseSystemd({ NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID }: Environment) {
  if (!NOTIFY_SOCKET) return undefined
  const isWatched = !WATCHDOG_PID || Number(WATCHDOG_PID) === process.pid
  const timeoutUs = Number(WATCHDOG_USEC)
  return { socket: NOTIFY_SOCKET, watchdogUs: isWatched && timeoutUs > 0 ? timeoutUs : undefined }
}
