import { dlopen } from 'bun:ffi'
import { encodeAddress } from '../../../server/cli/notify-systemd.ts'

const AF_UNIX = 1
const SOCK_DGRAM = 2
const MSG_DONTWAIT = 0x40
const LONGEST_MESSAGE = 4096

/** A unix datagram socket that listens like systemd's; on Linux only. */
export function openDatagramSocket(path: string) {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    bind: { args: ['int', 'ptr', 'u32'], returns: 'int' },
    recv: { args: ['int', 'ptr', 'u64', 'int'], returns: 'i64' },
    close: { args: ['int'], returns: 'int' },
  })
  const fd = symbols.socket(AF_UNIX, SOCK_DGRAM, 0)
  const address = encodeAddress(path)
  if (symbols.bind(fd, address, address.length) !== 0) throw new Error(`cannot bind ${path}`)
  const received: string[] = []

  return {
    messages() {
      const buffer = Buffer.alloc(LONGEST_MESSAGE)
      for (;;) {
        const length = Number(symbols.recv(fd, buffer, buffer.length, MSG_DONTWAIT))
        if (length < 0) return received
        received.push(buffer.toString('utf8', 0, length))
      }
    },
    close: () => symbols.close(fd),
  }
}
