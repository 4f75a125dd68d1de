import { DEFAULT_TIME_ZONE } from '#domain/time'

type FlagInfo = { type: 'string' | 'boolean'; short?: string; value?: string; description: string }

export const FLAGS = {
  port: { type: 'string', value: '<n>', description: 'port to listen on [PORT], default 3000' },
  host: {
    type: 'string',
    value: '<address>',
    description: 'address to listen on [HOST], default all',
  },
  'data-dir': {
    type: 'string',
    value: '<dir>',
    description: 'data folder [DATA_DIR], default ./data',
  },
  database: {
    type: 'string',
    value: '<url>',
    description: 'another libSQL database [DATABASE_URL], default a file in the data folder',
  },
  'backup-dir': {
    type: 'string',
    value: '<dir>',
    description: 'a mounted stick or share that each backup is copied to [BACKUP_DIR]',
  },
  'time-zone': {
    type: 'string',
    value: '<tz>',
    description: `the clinic's time zone [CLINIC_TIME_ZONE], default ${DEFAULT_TIME_ZONE}`,
  },
  'public-url': {
    type: 'string',
    value: '<url>',
    description: 'the address that phones and TVs use [PUBLIC_URL]',
  },
  'weather-url': {
    type: 'string',
    value: '<url>',
    description: 'weather service [WEATHER_URL], default Open-Meteo',
  },
  'tls-cert': {
    type: 'string',
    value: '<file>',
    description: 'certificate for https, in PEM format; needs --tls-key [TLS_CERT]',
  },
  'tls-key': { type: 'string', value: '<file>', description: "the certificate's key [TLS_KEY]" },
  'initial-password-file': {
    type: 'string',
    value: '<file>',
    description: "where the first admin's password is written [INITIAL_PASSWORD_FILE]",
  },
  'new-database': {
    type: 'boolean',
    description: 'begin with an empty database, although there are backups',
  },
  demo: { type: 'boolean', description: 'a demo with invented patients; nothing is saved' },
  help: { type: 'boolean', short: 'h', description: 'show this help' },
} satisfies Record<string, FlagInfo>

export type Flag = keyof typeof FLAGS

/** Secrets are not options: the list of processes would show them. */
export const ENVIRONMENT_HELP = `Environment only
  ADMIN_PASSWORD       the first admin's password; generated if not set
  BACKUP_PASSPHRASE    encrypts downloaded backups, and the copies in BACKUP_DIR
  DATABASE_AUTH_TOKEN  for a database on a server
  LOG_LEVEL            debug, info, warn or error; default info
  METRICS_TOKEN        bearer token for /metrics; without it only this machine can read them
  REDIS_URL            connects several machines that share a database server
  TRUSTED_PROXIES      addresses of proxies on other machines whose X-Forwarded-For is trusted`

const COLUMN = 31

export function formatFlags(names: Flag[]) {
  const lines = names.map(name => {
    const { value, description }: FlagInfo = FLAGS[name]
    return `  ${`--${name}${value ? ` ${value}` : ''}`.padEnd(COLUMN)} ${description}`
  })
  return ['Options', ...lines].join('\n')
}
