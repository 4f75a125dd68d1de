import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProgramProblem, testUnless } from '../support/unless.ts'

const FILE = join(import.meta.dirname, '../../server/build/debian/clinic-queue.service')
const unit = readFileSync(FILE, 'utf8')

test('the service may write its own data and off-site copies alone, and starts again after every crash or hang', () => {
  const lines = unit.split('\n')
  for (const line of [
    'ExecStart=/usr/bin/clinic-queue serve --data-dir /var/lib/clinic-queue',
    'EnvironmentFile=-/etc/clinic-queue.env',
    'User=clinic-queue',
    'AmbientCapabilities=CAP_NET_BIND_SERVICE',
    'StateDirectory=clinic-queue',
    'ReadWritePaths=-/mnt/backup',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'Restart=always',
    'StartLimitIntervalSec=0',
    'RestartSec=1',
    'Type=notify',
    'NotifyAccess=main',
    'TimeoutStartSec=infinity',
    'WatchdogSec=60',
  ]) {
    expect(lines).toContain(line)
  }
})

/** In tenths, as `systemd-analyze security` counts. */
const MAX_EXPOSURE = 20

test('the page for operators names the exposure that is held', () => {
  const page = readFileSync(join(FILE, '../../../../docs/install.md'), 'utf8')
  expect(page).toContain(`says at most ${(MAX_EXPOSURE / 10).toFixed(1)})`)
})

const analyzeProblem = getProgramProblem('systemd-analyze', 'systemd')

testUnless(analyzeProblem)('systemd finds no problem in the service, and little exposure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-service-'))
  const file = join(folder, 'clinic-queue.service')
  writeFileSync(file, unit.replace('/usr/bin/clinic-queue', process.execPath))
  const analyze = (...args: string[]) => Bun.spawnSync(['systemd-analyze', ...args, file])
  const verified = analyze('verify', '--man=no')
  const threshold = analyze(
    'security',
    '--offline=true',
    `--threshold=${MAX_EXPOSURE}`,
    '--no-pager',
  )
  rmSync(folder, { recursive: true })
  const ours = verified.stderr.toString().split('\n')
  expect(ours.filter(line => line.includes('clinic-queue'))).toEqual([])
  expect([verified.exitCode, threshold.exitCode]).toEqual([0, 0])
})
