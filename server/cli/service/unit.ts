import { DEFAULT_TIME_ZONE } from '#domain/time'
import type { Config } from '../../config/config.ts'

export const SERVICE = 'clinic-queue'
const STATE = `/var/lib/${SERVICE}`
const LOWEST_FREE_PORT = 1024
// Not among the quoted words: systemd puts the folder in.
const CREDENTIALS = '$' + '{CREDENTIALS_DIRECTORY}'
const CREDENTIAL_FLAGS = [`--tls-cert ${CREDENTIALS}/tls-cert`, `--tls-key ${CREDENTIALS}/tls-key`]

type UnitOptions = Pick<Config, 'port' | 'host' | 'tls' | 'timeZone' | 'publicUrl' | 'weatherUrl'>

/** A systemd service that runs `command` under a user of its own, with nothing to write but its data. */
export function renderUnit(command: string[], input: UnitOptions) {
  const words = [...command, 'serve', '--data-dir', STATE, ...flags(input)].map(quote)
  const exec = [...words, ...(input.tls ? CREDENTIAL_FLAGS : [])].join(' ')
  return `[Unit]
Description=Clinic queue: calls patients
After=network-online.target time-sync.target
Wants=network-online.target
# However often it ends, it is started again.
StartLimitIntervalSec=0

[Service]
ExecStart=${exec}
Restart=always
RestartSec=1
TimeoutStopSec=10

# Settings by environment, such as ADMIN_PASSWORD or LOG_LEVEL.
EnvironmentFile=-/etc/${SERVICE}.env
${credentials(input)}# The database's library is unpacked at start: here, or in the data folder where nothing may run in /tmp.
PrivateTmp=yes

# A user that exists only while it runs, and one folder that it can write.
DynamicUser=yes
StateDirectory=${SERVICE}
StateDirectoryMode=0700
UMask=0077
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
# Netlink tells which addresses this machine has.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
# JavaScript is compiled while it runs, which needs memory that is written and then run.
MemoryDenyWriteExecute=no
${capabilities(input.port)}
[Install]
WantedBy=multi-user.target
`
}

/** Keys are root's alone; systemd hands a copy to the service's user. It is made anew with every start. */
function credentials({ tls }: UnitOptions) {
  if (!tls) return ''
  const lines = [`tls-cert:${tls.cert}`, `tls-key:${tls.key}`]
  return lines.map(line => `LoadCredential=${line.replaceAll('%', '%%')}\n`).join('')
}

/** Only ports below 1024 need a right of their own. */
function capabilities(port: number) {
  if (port >= LOWEST_FREE_PORT) return 'CapabilityBoundingSet=\n'
  return 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n'
}

function flags({ port, host, timeZone, publicUrl, weatherUrl }: UnitOptions) {
  return [
    ['--port', String(port)],
    ...(host ? [['--host', host]] : []),
    ...(timeZone === DEFAULT_TIME_ZONE ? [] : [['--time-zone', timeZone]]),
    ...(publicUrl ? [['--public-url', publicUrl]] : []),
    ...(weatherUrl ? [['--weather-url', weatherUrl]] : []),
  ].flat()
}

/** As systemd reads it: % and $ stand for something else there. */
function quote(word: string) {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
}
