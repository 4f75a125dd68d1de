import type { Config } from '../config/config.ts'
import type { Flag } from '../config/flags.ts'
import type { Restart } from './restart.ts'

export type Command = {
  name: string
  /** What has to stand behind the name, such as `<username>`. */
  operand?: string
  summary: string
  /** What `<command> --help` tells beyond the summary. */
  more?: string
  flags: Flag[]
  /** Answers the exit code, or nothing while it goes on. */
  run(options: Config, restart: Restart): Promise<number | undefined>
}

const TLS: Flag[] = ['tls-cert', 'tls-key']
const SERVING: Flag[] = ['port', 'host', ...TLS, 'time-zone', 'public-url']
const DATA: Flag[] = ['data-dir', 'database']

/** What the program can do. Each loads its code only when it is asked for; the first is the default. */
export const COMMANDS: [Command, ...Command[]] = [
  {
    name: 'serve',
    summary: 'runs the clinic queue (the default)',
    flags: [...DATA, ...SERVING, 'weather-url', 'demo'],
    run: async (options, restart) => (await import('./serve.ts')).runServe(options, restart),
  },
  {
    name: 'demo',
    summary: 'runs an invented clinic day; nothing is kept',
    flags: SERVING,
    run: async (options, restart) =>
      (await import('./serve.ts')).runServe({ ...options, isDemo: true }, restart),
  },
  {
    name: 'backup',
    summary: 'writes the database and the pictures into one file',
    more: `Stop the program first; while it runs, System Management makes backups, and every night makes one.
The file is checked, kept under backups/ in the data folder, and its path is printed.`,
    flags: ['data-dir', 'time-zone'],
    run: async options => (await import('./backup.ts')).runBackup(options),
  },
  {
    name: 'restore',
    operand: '<file>',
    summary: "brings a backup's data back",
    more: `Stop the program first. All of the file is checked before anything is touched; it may come from another computer.
The previous data is saved in a folder that is printed. Everyone has to sign in again.`,
    flags: ['data-dir'],
    run: async options => (await import('./backup.ts')).runRestore(options),
  },
  {
    name: 'reset-password',
    operand: '<username>',
    summary: 'sets a lost password anew',
    more: 'Stop the program first. The new password is printed, and every session of that user ends.',
    flags: DATA,
    run: async options => (await import('./reset-password.ts')).runResetPassword(options),
  },
  {
    name: 'doctor',
    summary: 'looks whether everything is in order',
    more: `Looks at the data folder, the disk, the database, the pictures, the backups' age, the port, the certificate
(where there is one) and the clock, and says what to do. Changes nothing. Exit code 0: all in order, 1: something to
look at. While the program runs it has the database for itself; then the program is asked how it is, and the rest is
looked at when it is stopped.`,
    flags: [...DATA, 'port', 'host', ...TLS],
    run: async options => (await import('./doctor/index.ts')).runDoctor(options),
  },
  {
    name: 'version',
    summary: 'tells which version this is',
    flags: [],
    run: async () => (await import('../config/version.ts')).printVersion(),
  },
  {
    name: 'install-service',
    summary: 'prints a systemd service, or installs it with --install',
    more: `With --install, as root: copies this file to /usr/local/bin/clinic-queue, writes the service and starts it, now and
whenever the machine starts. The other options become the service's own.
The data is kept in /var/lib/clinic-queue; nothing else can be written by the program.`,
    flags: [...SERVING, 'weather-url', 'install'],
    run: async options => (await import('./service/install.ts')).runInstallService(options),
  },
]
