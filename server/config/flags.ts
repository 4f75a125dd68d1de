import { DEFAULT_TIME_ZONE } from '#domain/time'

type FlagInfo = { type: 'string' | 'boolean'; short?: string; takes?: string; says: string }

/** Everything that may stand behind a command; in brackets the environment variable that does the same. */
export const FLAGS = {
  port: { type: 'string', takes: '<n>', says: 'port to listen on [PORT], default 3000' },
  host: { type: 'string', takes: '<address>', says: 'address to listen on [HOST], default all' },
  'data-dir': {
    type: 'string',
    takes: '<dir>',
    says: 'where everything is kept [DATA_DIR], default ./data',
  },
  database: {
    type: 'string',
    takes: '<url>',
    says: 'another libSQL database [DATABASE_URL], default a file in the data folder',
  },
  'time-zone': {
    type: 'string',
    takes: '<tz>',
    says: `the clinic's time zone [CLINIC_TIME_ZONE], default ${DEFAULT_TIME_ZONE}`,
  },
  'public-url': {
    type: 'string',
    takes: '<url>',
    says: 'the address that phones and TVs use [PUBLIC_URL]',
  },
  'weather-url': {
    type: 'string',
    takes: '<url>',
    says: 'where the weather is asked for [WEATHER_URL], default Open-Meteo',
  },
  'tls-cert': {
    type: 'string',
    takes: '<file>',
    says: 'certificate in PEM form, for https; needs a key [TLS_CERT]',
  },
  'tls-key': { type: 'string', takes: '<file>', says: "the certificate's key [TLS_KEY]" },
  demo: { type: 'boolean', says: 'an invented clinic day on a throw-away database' },
  install: { type: 'boolean', says: 'install it instead of printing it' },
  help: { type: 'boolean', short: 'h', says: 'this text' },
} satisfies Record<string, FlagInfo>

export type Flag = keyof typeof FLAGS

/** By environment only: secrets do not belong into a list of processes. */
export const ENVIRONMENT_HELP = `By environment only
  ADMIN_PASSWORD       the first admin's password; made up and printed once when it is not set
  DATABASE_AUTH_TOKEN  for a database on a server
  LOG_LEVEL            debug, info, warn or error; default info
  METRICS_TOKEN        who brings it may read /metrics; without it only this machine itself may
  REDIS_URL            joins several machines on one database server
  TRUSTED_PROXIES      addresses of proxies on other machines, whose X-Forwarded-For is believed`

const COLUMN = 22

export function formatFlags(names: Flag[]) {
  const lines = names.map(name => {
    const { takes, says }: FlagInfo = FLAGS[name]
    return `  ${`--${name}${takes ? ` ${takes}` : ''}`.padEnd(COLUMN)} ${says}`
  })
  return ['Options', ...lines].join('\n')
}
