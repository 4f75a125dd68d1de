import { parseArgs } from 'node:util'
import { DEFAULT_TIME_ZONE, isTimeZone } from '#clinic/clinic-day'

export const HELP = `Usage: bun server/main.ts [options]
       bun server/main.ts reset-password <username>
       bun server/main.ts backup
       bun server/main.ts restore <file>

Options (in brackets the environment variable that does the same)
  --port <n>         port to listen on [PORT], default 3000
  --host <address>   address to listen on [HOST], default all
  --data-dir <dir>   where everything is kept [DATA_DIR], default ./data
  --database <url>   another libSQL database [DATABASE_URL], default a file in the data folder
  --time-zone <tz>   the clinic's time zone [CLINIC_TIME_ZONE], default ${DEFAULT_TIME_ZONE}
  --public-url <url> the address that phones and TVs use [PUBLIC_URL]
  --weather-url <url> where the weather is asked for [WEATHER_URL], default Open-Meteo
  --demo             an invented clinic day on a throw-away database
  --help             this text

By environment only
  ADMIN_PASSWORD     the first admin's password; made up and printed once when it is not set
  DATABASE_AUTH_TOKEN  for a database on a server`

export type Options = {
  port: number
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databaseToken: string | undefined
  adminPassword: string | undefined
  timeZone: string
  publicUrl: string | undefined
  weatherUrl: string | undefined
  viteOrigin: string | undefined
  isDemo: boolean
  wantsHelp: boolean
  /** `reset-password <username>` instead of serving. */
  resetPasswordOf: string | undefined
  /** `backup` instead of serving. */
  wantsBackup: boolean
  /** `restore <file>` instead of serving. */
  restoreFrom: string | undefined
}

/** A start that was asked for in a way that cannot be: a sentence for the console, exit 1. */
export class BadOption extends Error {}

type Environment = Record<string, string | undefined>

export function readOptions(argv: string[], env: Environment): Options {
  const { values, positionals } = parsed(argv)
  const [command, subject] = positionals
  if (command !== undefined && !['reset-password', 'backup', 'restore'].includes(command)) {
    throw new BadOption(`Unknown command: ${command}. --help lists what there is.`)
  }
  if (command === 'reset-password' && subject === undefined) {
    throw new BadOption('reset-password needs a username.')
  }
  if (command === 'restore' && subject === undefined) {
    throw new BadOption("restore needs a backup's file.")
  }
  return {
    port: port(values.port ?? (env.PORT || '3000')),
    host: values.host || env.HOST || undefined,
    dataDir: values['data-dir'] || env.DATA_DIR || './data',
    databaseUrl: values.database || env.DATABASE_URL || undefined,
    databaseToken: env.DATABASE_AUTH_TOKEN || undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    timeZone: timeZone(values['time-zone'] || env.CLINIC_TIME_ZONE || DEFAULT_TIME_ZONE),
    publicUrl: webAddress('public URL', values['public-url'] || env.PUBLIC_URL || undefined),
    weatherUrl: webAddress('weather URL', values['weather-url'] || env.WEATHER_URL || undefined),
    viteOrigin: env.VITE_ORIGIN,
    isDemo: values.demo ?? false,
    wantsHelp: values.help ?? false,
    resetPasswordOf: command === 'reset-password' ? subject : undefined,
    wantsBackup: command === 'backup',
    restoreFrom: command === 'restore' ? subject : undefined,
  }
}

function parsed(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        database: { type: 'string' },
        'time-zone': { type: 'string' },
        'public-url': { type: 'string' },
        'weather-url': { type: 'string' },
        demo: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    throw new BadOption(
      `${cause instanceof Error ? cause.message : cause}. --help lists all options.`,
    )
  }
}

function port(text: string) {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number
  throw new BadOption(`The port must be a number from 0 to 65535, not "${text}".`)
}

function timeZone(name: string) {
  if (isTimeZone(name)) return name
  throw new BadOption(`"${name}" is no time zone; an example is ${DEFAULT_TIME_ZONE}.`)
}

function webAddress(what: string, url: string | undefined) {
  if (url === undefined || (/^https?:\/\//.test(url) && URL.canParse(url))) return url
  throw new BadOption(`The ${what} must be an address with http:// or https://, not "${url}".`)
}
