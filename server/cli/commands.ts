import type { Config, Environment } from '../config/config.ts'
import {
  type Flag,
  formatFlags,
  formatVariables,
  VARIABLES,
  type Variable,
} from '../config/flags.ts'
import { describeProgram } from '../config/program.ts'
import type { CallerFiles } from './caller-files.ts'
import type { Restart } from './serve.ts'

export type Command = {
  name: string
  operand?: string
  summary: string
  more?: string
  flags: Flag[]
  variables?: Variable[]
  run(options: Config, caller: CallerFiles & Process): Promise<number | undefined>
}

type Process = { restart: Restart; env: Environment }

const TLS: Flag[] = ['tls-cert', 'tls-key']
const SERVING: Flag[] = ['port', 'host', ...TLS, 'time-zone', 'public-url']
const DATA: Flag[] = ['data-dir', 'database']
const TOKEN: Variable[] = ['DATABASE_AUTH_TOKEN']
/** Safe: the object has exactly these keys. */
const ALL_VARIABLES = Object.keys(VARIABLES) as Variable[]

export const COMMANDS: [Command, ...Command[]] = [
  {
    name: 'serve',
    summary: 'runs the clinic queue (the default)',
    flags: [
      ...DATA,
      ...SERVING,
      'backup-dir',
      'weather-url',
      'initial-password-file',
      'new-database',
      'demo',
    ],
    variables: ALL_VARIABLES,
    run: async (options, caller) => (await import('./serve.ts')).runServe(options, caller),
  },
  {
    name: 'demo',
    summary: 'runs a demo with invented patients; nothing is saved',
    flags: SERVING,
    variables: ['LOG_LEVEL', 'METRICS_TOKEN', 'TRUSTED_PROXIES'],
    run: async (options, caller) =>
      (await import('./serve.ts')).runServe({ ...options, isDemo: true }, caller),
  },
  {
    name: 'backup',
    summary: 'saves all data in one file',
    more: `Also while the program runs, which makes a backup every night by itself.
The file is checked and saved in backups/ in the data folder. Its path is printed. Exit code 1 if it could not be
copied off-site.`,
    flags: ['data-dir', 'backup-dir', 'time-zone'],
    variables: ['BACKUP_PASSPHRASE', 'LOG_LEVEL'],
    run: async options => (await import('./local-commands.ts')).runBackup(options),
  },
  {
    name: 'restore',
    operand: '<file>',
    summary: 'replaces the data with a backup, or with a kept database',
    more: `Stop the program first. The whole file is checked before anything changes. It may come from another computer.
The old data is kept in a folder whose path is printed. Everyone has to sign in again.`,
    flags: ['data-dir'],
    variables: ['BACKUP_PASSPHRASE'],
    run: async (options, caller) => (await import('./restore.ts')).runRestore(options, caller),
  },
  {
    name: 'reset-password',
    operand: '<username>',
    summary: 'sets a new password for a user',
    more: 'Also while the program runs. The new password is printed, and the user is logged out everywhere.',
    flags: DATA,
    variables: TOKEN,
    run: async options => (await import('./local-commands.ts')).runResetPassword(options),
  },
  {
    name: 'doctor',
    summary: 'checks whether everything is in order',
    more: `Checks the data folder, the disk, the database, the age of the backups, the port, the certificate
(if there is one) and the clock, and says what to do. Changes nothing. Exit code 0: no problem, 1: a problem.
While the program runs, only the program can open the database. Stop it to check what is inside.`,
    flags: [...DATA, 'backup-dir', 'port', 'host', ...TLS],
    variables: TOKEN,
    run: async (options, caller) => (await import('./doctor/index.ts')).runDoctor(options, caller),
  },
  {
    name: 'logs',
    operand: '[file]',
    summary: "prints the log in sentences, in the clinic's time",
    more: `The last 500 lines of the service. Or those of a file, or with - of what is piped into it:
sudo journalctl -fu clinic-queue -o cat | sudo clinic-queue logs -`,
    flags: ['time-zone'],
    run: async (options, caller) => (await import('./logs.ts')).runLogs(options, caller),
  },
  {
    name: 'healthcheck',
    summary: 'says whether the program on this port is healthy',
    more: 'For a container or a service manager. Exit code 0: it answers, reads and saves; 1: it does not.',
    flags: ['port', 'host', ...TLS],
    run: async options => (await import('./port.ts')).runHealthcheck(options),
  },
  {
    name: 'install',
    summary: 'makes it start with this Windows computer',
    more: `Only on Windows, in a command prompt that was started with "Run as administrator". Copies the program, makes the
data folder that only the service and administrators can read, a task that runs it as LOCAL SERVICE before anybody signs
in, and a rule of the firewall. Run that of a newer version to update.`,
    flags: [],
    run: async (_, { env }) => (await import('./windows/install.ts')).runInstall(env),
  },
  {
    name: 'uninstall',
    summary: 'takes that back; the data stays',
    more: 'Only on Windows, in a command prompt that was started with "Run as administrator".',
    flags: [],
    run: async (_, { env }) => (await import('./windows/install.ts')).runUninstall(env),
  },
  {
    name: 'supervise',
    summary: 'is what the task of Windows runs',
    more: `Only on Windows, and installed. Runs serve, again after a crash and after a restore on the screen. The log is in logs
in the data folder: at most 10 MB, the newest lines.`,
    flags: [],
    run: async (_, { env }) => (await import('./windows/supervise.ts')).runSupervise(env),
  },
  {
    name: 'version',
    summary: 'prints the version',
    flags: [],
    run: async () => (await import('../config/version.ts')).printVersion(),
  },
  {
    name: 'licenses',
    summary: 'prints the licenses of everything in the program',
    flags: [],
    run: async () => (await import('../config/licenses.ts')).printLicenses(),
  },
]

const COLUMN = 26

export function formatHelp() {
  const lines = COMMANDS.map(
    command => `  ${formatUsage(command).padEnd(COLUMN)} ${command.summary}`,
  )
  return `Usage: ${describeProgram()} [command] [options]

Commands (each has its own --help)
${lines.join('\n')}

${formatFlags([...COMMANDS[0].flags, 'help'])}

${formatVariables(ALL_VARIABLES)}`
}

export function formatCommandHelp(command: Command) {
  const { summary } = command
  const parts = [
    `Usage: ${describeProgram()} ${formatUsage(command)} [options]\n\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(command.more ? [command.more] : []),
    formatFlags([...command.flags, 'help']),
    formatVariables(command.variables ?? []),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function formatUsage({ name, operand }: Command) {
  return operand ? `${name} ${operand}` : name
}
