import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProgramProblem, testUnless } from '../support/unless.ts'

const FILE = join(import.meta.dirname, '../../server/build/debian/clinic-queue.service')
const unit = readFileSync(FILE, 'utf8')

test('the service may write its own data and off-site copies, and nothing else', () => {
  const lines = unit.split('\n')
  for (const line of [
    'ExecStart=/usr/bin/clinic-queue serve --data-dir /var/lib/clinic-queue',
    'User=clinic-queue',
    'StateDirectory=clinic-queue',
    'ReadWritePaths=-/mnt/backup',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  ]) {
    expect(lines).toContain(line)
  }
})

test('it starts again after every crash, and is killed when it hangs', () => {
  expect(unit).toMatch(/^Restart=always$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(/^RestartSec=1$/m)
  expect(unit).toMatch(/^Type=notify\nNotifyAccess=main\nTimeoutStartSec=infinity$/m)
  expect(unit).toMatch(/^WatchdogSec=60$/m)
})

const analyzeProblem = getProgramProblem('systemd-analyze', 'systemd')

testUnless(analyzeProblem)('systemd finds no problem in the service, and little exposure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-service-'))
  const file = join(folder, 'clinic-queue.service')
  writeFileSync(file, unit.replace('/usr/bin/clinic-queue', process.execPath))
  const analyze = (...args: string[]) => Bun.spawnSync(['systemd-analyze', ...args, file])
  const verified = analyze('verify', '--man=no')
  const threshold = analyze('security', '--offline=true', '--threshold=20', '--no-pager')
  rmSync(folder, { recursive: true })
  const ours = verified.stderr.toString().split('\n')
  expect(ours.filter(line => line.includes('clinic-queue'))).toEqual([])
  expect([verified.exitCode, threshold.exitCode]).toEqual([0, 0])
})
