import { dlopen } from 'bun:ffi'
import type { Config } from '../config/config.ts'
import { formatErrorLine, type Log } from '../observability/log.ts'

// These values are the same on every processor that Bun runs on.
const AF_UNIX = 1
const SOCK_DGRAM = 2
const SOCK_CLOEXEC = 0o2000000
const MSG_NOSIGNAL = 0x4000
const MSG_DONTWAIT = 0x40
const PATH_BYTES = 108
const FAMILY_BYTES = 2

const PINGS_PER_TIMEOUT = 3
/** A restore may migrate a large database, which the watchdog must not interrupt. */
const RESTART_TIMEOUT_US = 60 * 60 * 1_000_000

export type SystemdNotifier = ReturnType<typeof createSystemdNotifier>

export function createSystemdNotifier(systemd: Config['systemd'], log: Log) {
  let hasFailed = false

  function notify(state: string, flags = MSG_DONTWAIT) {
    if (!systemd) return
    try {
      sendDatagram(systemd.socket, state, flags)
    } catch (cause) {
      if (!hasFailed) log('warn', 'systemd not notified', { reason: formatErrorLine(cause) })
      hasFailed = true
    }
  }

  return {
    ready() {
      const timeoutUs = systemd?.watchdogUs
      // Wait, because without this message the service would never count as started.
      notify(timeoutUs ? `READY=1\nWATCHDOG_USEC=${timeoutUs}` : 'READY=1', 0)
      if (!timeoutUs) return
      setInterval(() => notify('WATCHDOG=1'), timeoutUs / 1000 / PINGS_PER_TIMEOUT).unref()
    },
    restarting() {
      if (systemd?.watchdogUs) notify(`WATCHDOG_USEC=${RESTART_TIMEOUT_US}`)
    },
    stopping() {
      notify('STOPPING=1')
    },
  }
}

/** Uses libc, because Bun has no unix datagram sockets. */
function sendDatagram(path: string, text: string, flags: number) {
  const { socket, sendto, close } = loadLibc()
  const address = encodeAddress(path)
  const data = Buffer.from(text)
  const fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (fd < 0) throw new Error('no socket can be opened')
  const sent = sendto(fd, data, data.length, flags | MSG_NOSIGNAL, address, address.length)
  close(fd)
  if (Number(sent) !== data.length) throw new Error(`${path} does not accept messages`)
}

let libc: ReturnType<typeof openLibc> | undefined

function loadLibc() {
  libc ??= openLibc()
  return libc.symbols
}

function openLibc() {
  return dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    sendto: { args: ['int', 'ptr', 'u64', 'int', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['int'], returns: 'int' },
  })
}

/** Returns a sockaddr_un. systemd's own socket is a file, whose path ends with a zero. */
export function encodeAddress(path: string) {
  const name = Buffer.from(`${path}\0`)
  if (name.length > PATH_BYTES) throw new Error(`${path} is too long for a unix socket`)
  const family = Buffer.alloc(FAMILY_BYTES)
  family.writeUInt16LE(AF_UNIX)
  return Buffer.concat([family, name])
}
