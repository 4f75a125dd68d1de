import { DEFAULT_TIME_ZONE } from '#domain/time'

export const FLAGS = {
  port: text('<n>', 'port to listen on [PORT], default 3000'),
  host: text('<address>', 'address to listen on [HOST], default all'),
  'data-dir': text('<dir>', 'data folder [DATA_DIR], default ./data'),
  database: text(
    '<url>',
    'another libSQL database [DATABASE_URL], default a file in the data folder',
  ),
  'backup-dir': text(
    '<dir>',
    'a mounted stick or share that each backup is copied to [BACKUP_DIR]',
  ),
  'time-zone': text(
    '<tz>',
    `the clinic's time zone [CLINIC_TIME_ZONE], default ${DEFAULT_TIME_ZONE}`,
  ),
  'public-url': text('<url>', 'the address that phones and TVs use [PUBLIC_URL]'),
  'weather-url': text('<url>', 'weather service [WEATHER_URL], default Open-Meteo'),
  'tls-cert': text('<file>', 'certificate for https, in PEM format; needs --tls-key [TLS_CERT]'),
  'tls-key': text('<file>', "the certificate's key [TLS_KEY]"),
  'initial-password-file': text(
    '<file>',
    "where the first admin's password is written [INITIAL_PASSWORD_FILE]",
  ),
  'new-database': toggle('begin with an empty database, although there are backups'),
  demo: toggle('a demo with invented patients; nothing is saved'),
  help: { ...toggle('show this help'), short: 'h' },
}

export type Flag = keyof typeof FLAGS

function text(value: string, description: string) {
  return { type: 'string' as const, value: ` ${value}`, description }
}

function toggle(description: string) {
  return { type: 'boolean' as const, value: '', description }
}

/** Variables without a flag, mostly because the list of processes would show a secret. */
export const VARIABLES = {
  ADMIN_PASSWORD: "the first admin's password; generated if not set",
  BACKUP_PASSPHRASE: 'encrypts downloaded backups, and the copies in BACKUP_DIR',
  DATABASE_AUTH_TOKEN: 'for a database on a server',
  LOG_LEVEL: 'debug, info, warn or error; default info',
  METRICS_TOKEN: 'bearer token for /metrics; without it only this machine can read them',
  REDIS_URL: 'connects several machines that share a database server',
  TRUSTED_PROXIES: 'addresses of proxies on other machines whose X-Forwarded-For is trusted',
}

export type Variable = keyof typeof VARIABLES

export function listVariables() {
  const ofFlags = Object.values(FLAGS).flatMap(
    ({ description }) => description.match(/(?<=\[)[A-Z_]+(?=\])/g) ?? [],
  )
  return [...ofFlags, ...Object.keys(VARIABLES)]
}

export function formatVariables(names: Variable[]) {
  const lines = names.map(name => `  ${name.padEnd(20)} ${VARIABLES[name]}`)
  return lines.length > 0 ? ['Environment only', ...lines].join('\n') : ''
}

const COLUMN = 31

export function formatFlags(names: Flag[]) {
  const lines = names.map(name => {
    const { value, description } = FLAGS[name]
    return `  ${`--${name}${value}`.padEnd(COLUMN)} ${description}`
  })
  return ['Options', ...lines].join('\n')
}
