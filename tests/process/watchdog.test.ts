import { dlopen } from 'bun:ffi'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { COMMANDS } from '../../server/cli/commands.ts'
import { createSystemdNotifier, encodeAddress } from '../../server/cli/notify-systemd.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'
import { describeUnless, linuxProblem, testUnless } from '../support/unless.ts'

const ctx = setUpDataFolder()
const WATCHDOG_USEC = '300000'
const READY = `READY=1\nWATCHDOG_USEC=${WATCHDOG_USEC}`
const PING = 'WATCHDOG=1'

test("the watchdog's pings are only sent by the process that systemd watches", () => {
  const systemdOf = (env: Record<string, string>) => parseConfig([], env, COMMANDS).systemd
  const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC }
  const socket = env.NOTIFY_SOCKET
  expect(systemdOf(env)).toEqual({ socket, watchdogUs: 300_000 })
  expect(systemdOf({ ...env, WATCHDOG_PID: String(process.pid) })?.watchdogUs).toBe(300_000)
  expect(systemdOf({ ...env, WATCHDOG_PID: '1' })).toEqual({ socket, watchdogUs: undefined })
  expect(systemdOf({ NOTIFY_SOCKET: socket })).toEqual({ socket, watchdogUs: undefined })
  expect(systemdOf({ WATCHDOG_USEC })).toBeUndefined()
})

for (const socket of ['/run/nobody-listens', `/run/${'x'.repeat(200)}`])
  testUnless(linuxProblem)(`a message that ${socket} does not accept is logged once`, () => {
    const logged: unknown[] = []
    const systemd = createSystemdNotifier({ socket, watchdogUs: undefined }, (...line) =>
      logged.push(line),
    )
    systemd.ready()
    systemd.stopping()
    const details = { reason: expect.stringContaining(socket) }
    expect(logged).toEqual([['warn', 'systemd not notified', details]])
  })

describeUnless(linuxProblem)('the program tells systemd', () => {
  let systemd: ReturnType<typeof openDatagramSocket>
  let env: Record<string, string>
  beforeEach(() => {
    const NOTIFY_SOCKET = join(ctx.folder, 'notify')
    systemd = openDatagramSocket(NOTIFY_SOCKET)
    env = { NOTIFY_SOCKET, WATCHDOG_USEC }
  })
  afterEach(() => systemd.close())

  const count = (message: string) => systemd.messages().filter(one => one === message).length

  test('when it listens, that it is well, and when it stops', async () => {
    const program = ctx.start([], env)
    await until('it is ready', () => systemd.messages().length > 0)
    expect(systemd.messages()[0]).toBe(READY)
    expect((await fetch(await program.url())).status).toBe(200)
    await until('it has sent two pings', () => count(PING) >= 2)
    await program.stop()
    expect(count('STOPPING=1')).toBe(1)
    expect(new Set(systemd.messages())).toEqual(new Set([READY, PING, 'STOPPING=1']))
  })

  test('across a restore, for which it gets an hour', async () => {
    const program = ctx.start([], env)
    const admin = await program.admin()
    await admin.post('/api/backups')
    const backups = async () => (await admin.send('GET', '/api/backups')).body
    await until('the backup is made', async () => (await backups()).work.step === 'idle')
    const [{ name }] = (await backups()).backups
    await admin.post(`/api/backups/${name}/restore`, { password: ADMIN.password })
    await until('it is ready again', () => count(READY) === 2)
    expect(count('WATCHDOG_USEC=3600000000')).toBe(1)
    const pings = count(PING)
    await until('it sends pings again', () => count(PING) >= pings + 2)
    await program.stop()
    expect(count('STOPPING=1')).toBe(1)
  })
})

const AF_UNIX = 1
const SOCK_DGRAM = 2
const MSG_DONTWAIT = 0x40
const LONGEST_MESSAGE = 4096

/** A unix datagram socket that listens like systemd's; on Linux only. */
function openDatagramSocket(path: string) {
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
