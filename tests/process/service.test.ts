import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMANDS } from '../../server/cli/commands.ts'
import { installIn } from '../../server/cli/service/install.ts'
import { renderUnit } from '../../server/cli/service/unit.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { getProgramProblem, testUnless } from '../support/unless.ts'

const configOf = (...args: string[]) => parseConfig(['install-service', ...args], {}, COMMANDS)
const MACHINE = { canNotify: true, systemdVersion: 252 }
const textFor = (...args: string[]) => textOn(MACHINE, ...args)
const textOn = (machine: typeof MACHINE, ...args: string[]) =>
  renderUnit(['/usr/local/bin/clinic-queue'], configOf(...args), machine)

test('the service may write its own data and nothing else', () => {
  const lines = textFor().split('\n')
  for (const line of [
    'ExecStart=/usr/local/bin/clinic-queue serve --data-dir /var/lib/clinic-queue --port 3000',
    'User=clinic-queue',
    'StateDirectory=clinic-queue',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'Restart=always',
    // A JIT needs memory that is both writable and executable.
    'MemoryDenyWriteExecute=no',
    'CapabilityBoundingSet=',
  ]) {
    expect(lines).toContain(line)
  }
})

test('the given options are in the command, quoted for systemd', () => {
  const [, exec] = /ExecStart=(.*)/.exec(
    textFor('--port', '80', '--public-url', 'http://a/%20$x', '--time-zone', 'Asia/Singapore'),
  ) ?? ['', '']
  expect(exec).toEndWith('--port 80 --time-zone Asia/Singapore --public-url "http://a/%%20$$x"')
  expect(textFor('--port', '80')).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE')
})

test('the service may write the folder for off-site copies, if there is one', () => {
  const lines = textFor('--backup-dir', '/mnt/my stick').split('\n')
  expect(lines).toContain('ReadWritePaths="-/mnt/my stick"')
  expect(lines.find(line => line.startsWith('ExecStart='))).toEndWith(
    '--backup-dir "/mnt/my stick"',
  )
  expect(textFor()).not.toContain('ReadWritePaths')
})

test('systemd kills a program that hangs, if the program can tell systemd that it is well', () => {
  const lines = ['Type=notify', 'NotifyAccess=main', 'TimeoutStartSec=infinity', 'WatchdogSec=60']
  expect(textFor().split('\n')).toEqual(expect.arrayContaining(lines))
  expect(textOn({ ...MACHINE, canNotify: false })).not.toMatch(
    /^(Type|Notify|Watchdog|TimeoutSta)/m,
  )
})

test('where systemd can, it waits longer after each crash', () => {
  const growing = /^RestartSec=1\nRestartSteps=6\nRestartMaxDelaySec=10$/m
  expect(textOn({ ...MACHINE, systemdVersion: 254 })).toMatch(growing)
  for (const systemdVersion of [0, 253]) {
    const text = textOn({ ...MACHINE, systemdVersion })
    expect(text).toMatch(/^RestartSec=1$/m)
    expect(text).not.toMatch(/^Restart(Steps|MaxDelaySec)/m)
    expect(text).toContain('StartLimitIntervalSec=0')
  }
})

test('only root can read the key: systemd gives the service a copy', () => {
  const text = textFor('--tls-cert', '/etc/ssl/100% ours.crt', '--tls-key', '/etc/ssl/ours.key')
  expect(text.split('\n')).toContain('LoadCredential=tls-cert:/etc/ssl/100%% ours.crt')
  expect(text.split('\n')).toContain('LoadCredential=tls-key:/etc/ssl/ours.key')
  const folder = '$' + '{CREDENTIALS_DIRECTORY}'
  expect(text).toContain(` --tls-cert ${folder}/tls-cert --tls-key ${folder}/tls-key\n`)
  expect(textFor()).not.toContain('LoadCredential')
})

test('installing copies the program and its service, and replaces an older version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-service-'))
  const places = { programs: join(folder, 'bin'), units: join(folder, 'units') }
  for (const place of Object.values(places)) mkdirSync(place)
  for (const version of ['one', 'two']) {
    writeFileSync(join(folder, 'program'), version)
    installIn(places, join(folder, 'program'), configOf())
    expect(readFileSync(join(places.programs, 'clinic-queue'), 'utf8')).toBe(version)
  }
  expect(statSync(join(places.programs, 'clinic-queue')).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(places.units, 'clinic-queue.service'), 'utf8')).toContain(
    `ExecStart=${places.programs}/clinic-queue serve`,
  )
  rmSync(folder, { recursive: true })
})

const analyzeProblem = getProgramProblem('systemd-analyze', 'systemd')

testUnless(analyzeProblem)('systemd finds no problem in the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-service-'))
  const file = join(folder, 'clinic-queue.service')
  const tls = ['--tls-cert', '/etc/ssl/ours.crt', '--tls-key', '/etc/ssl/ours.key']
  writeFileSync(file, renderUnit([process.execPath], configOf('--port', '443', ...tls), MACHINE))
  const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', file])
  const ours = stderr
    .toString()
    .split('\n')
    .filter(line => line.includes('clinic-queue'))
  expect({ exitCode, ours }).toEqual({ exitCode: 0, ours: [] })
  rmSync(folder, { recursive: true })
})

for (const port of ['80', '3000'])
  testUnless(analyzeProblem)(`on port ${port} systemd finds an exposure under 2.0 of 10`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-service-'))
    const file = join(folder, 'clinic-queue.service')
    writeFileSync(file, textFor('--port', port))
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', file]
    const { exitCode, stdout } = Bun.spawnSync(['systemd-analyze', ...args])
    rmSync(folder, { recursive: true })
    expect({ exitCode, level: stdout.toString().trim().split('\n').at(-1) }).toMatchObject({
      exitCode: 0,
      level: expect.stringContaining('Overall exposure level'),
    })
  })
