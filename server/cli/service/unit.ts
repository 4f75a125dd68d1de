import { DEFAULT_TIME_ZONE } from '#domain/time'
import type { Config } from '../../config/config.ts'

export const SERVICE = 'clinic-queue'
const STATE_DIR = `/var/lib/${SERVICE}`
const FIRST_UNPRIVILEGED_PORT = 1024
// Not quoted: systemd replaces the variable.
const CREDENTIALS = '$' + '{CREDENTIALS_DIRECTORY}'
const CREDENTIAL_FLAGS = [`--tls-cert ${CREDENTIALS}/tls-cert`, `--tls-key ${CREDENTIALS}/tls-key`]

/** What is missing here, the service's environment file decides. */
type UnitOptions = Partial<
  Pick<Config, 'port' | 'host' | 'tls' | 'timeZone' | 'publicUrl' | 'weatherUrl' | 'backupDir'>
> & {
  /** Where it may be mounted, if not at `backupDir`. */
  writable?: string
}

/** The version is 0 without systemd. */
type Machine = { canNotify: boolean; systemdVersion: number }

/** The first version with RestartSteps= and RestartMaxDelaySec=. */
export const GROWING_DELAY_SINCE = 254

export function renderUnit(command: string[], input: UnitOptions, machine: Machine) {
  const args = [...command, 'serve', '--data-dir', STATE_DIR, ...flags(input)].map(quote)
  const exec = [...args, ...(input.tls ? CREDENTIAL_FLAGS : [])].join(' ')
  return `[Unit]
Description=Clinic queue: calls patients
After=network-online.target time-sync.target
Wants=network-online.target
# No limit on restarts.
StartLimitIntervalSec=0

[Service]
ExecStart=${exec}
${restartDelay(machine)}TimeoutStopSec=10
${watchdog(machine)}
# For environment variables such as ADMIN_PASSWORD or LOG_LEVEL.
EnvironmentFile=-/etc/${SERVICE}.env
${credentials(input)}# The start unpacks the database library in /tmp, or in the data folder if /tmp is noexec.
PrivateTmp=yes

# A user of its own, who can write only the data folder and the folder for off-site copies. A dynamic one could not be
# taken over by root's commands: nobody but root can reach its folder.
User=${SERVICE}
RemoveIPC=yes
StateDirectory=${SERVICE}
StateDirectoryMode=0700
${secondPlace(input)}UMask=0077
ProtectSystem=strict
ProtectHome=yes
PrivateDevices=yes
NoNewPrivileges=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
# What strace showed of a day, and the groups around it. Anything else fails, and does not end the program.
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=@chown setpriority
SystemCallErrorNumber=EPERM
ProtectProc=invisible
PrivateMounts=yes
# Netlink is needed to list this machine's addresses.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
# The JavaScript compiler needs memory that is writable and executable.
MemoryDenyWriteExecute=no
${capabilities(input.port)}
[Install]
WantedBy=multi-user.target
`
}

function restartDelay({ systemdVersion }: Machine) {
  if (systemdVersion < GROWING_DELAY_SINCE) return 'Restart=always\nRestartSec=1\n'
  return `Restart=always
# Crash after crash it waits longer. systemd before ${GROWING_DELAY_SINCE} ignores the last two lines.
RestartSec=1
RestartSteps=6
RestartMaxDelaySec=10
`
}

function watchdog({ canNotify }: Machine) {
  if (!canNotify) return ''
  return `
# The program says when it listens. A start may take long: a restore, or a newer version's changes to the tables.
Type=notify
NotifyAccess=main
TimeoutStartSec=infinity
# After that it says that it is well. If it has hung for a minute, it is killed and started again.
WatchdogSec=60
# Without a core dump, which would hold patients' names.
WatchdogSignal=SIGKILL
`
}

/** systemd ignores a folder that is not there when it starts the service. */
function secondPlace({ backupDir, writable = backupDir }: UnitOptions) {
  return writable ? `ReadWritePaths=${quote(`-${writable}`)}\n` : ''
}

/** Only root can read the key; systemd copies it for the service's user at every start. */
function credentials({ tls }: UnitOptions) {
  if (!tls) return ''
  const lines = [`tls-cert:${tls.cert}`, `tls-key:${tls.key}`]
  return lines.map(line => `LoadCredential=${line.replaceAll('%', '%%')}\n`).join('')
}

function capabilities(port: number | undefined) {
  // A user namespace of its own would not let it bind a low port.
  if (port !== undefined && port >= FIRST_UNPRIVILEGED_PORT)
    return 'CapabilityBoundingSet=\nPrivateUsers=yes\n'
  return 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n'
}

function flags({ port, host, timeZone, publicUrl, weatherUrl, backupDir }: UnitOptions) {
  return [
    ...(port === undefined ? [] : [['--port', String(port)]]),
    ...(host ? [['--host', host]] : []),
    ...(!timeZone || timeZone === DEFAULT_TIME_ZONE ? [] : [['--time-zone', timeZone]]),
    ...(publicUrl ? [['--public-url', publicUrl]] : []),
    ...(weatherUrl ? [['--weather-url', weatherUrl]] : []),
    ...(backupDir ? [['--backup-dir', backupDir]] : []),
  ].flat()
}

/** systemd expands % and $, so both are doubled. */
function quote(arg: string) {
  const escaped = arg.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./-]+$/.test(escaped) ? escaped : `"${escaped.replace(/["\\]/g, '\\$&')}"`
}
