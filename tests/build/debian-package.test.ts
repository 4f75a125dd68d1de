import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  buildDebianPackage,
  getBuildVersion,
  toDebianVersion,
} from '../../server/build/debian-package.ts'
import { COMMANDS, formatHelp } from '../../server/cli/commands.ts'
import { readConfig } from '../../server/config/config.ts'
import { listVariables } from '../../server/config/flags.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { describeUnless, getProgramProblem, testUnless } from '../support/unless.ts'

/** dpkg syncs every file to the disk. */
setDefaultTimeout(TIME_LIMIT_MS)

const SOURCES = join(import.meta.dirname, '../../server/build/debian')
const UNIT = 'lib/systemd/system/clinic-queue.service'
const SETTINGS = 'etc/clinic-queue.env'
const DATA = 'var/lib/clinic-queue/clinic.db'
const ENABLED = 'etc/systemd/system/multi-user.target.wants/clinic-queue.service'

test('every example among the settings can be used', () => {
  const file = readFileSync(join(SOURCES, 'clinic-queue.env'), 'utf8')
  const examples = file.matchAll(/^#([A-Z_]+)=(.*)$/gm)
  const env = Object.fromEntries([...examples].map(([, name, value]) => [name, value]))
  expect(parseConfig([], env, COMMANDS)).toMatchObject({
    port: 80,
    host: '127.0.0.1',
    timeZone: { name: 'Asia/Singapore' },
    publicUrl: 'http://queue.clinic.lan',
    backupDir: '/mnt/backup',
    backupPassphrase: 'choose-a-long-one',
    proxies: ['10.0.0.5'],
    adminPassword: 'choose-your-own',
    logLevel: 'warn',
    tls: { cert: '/etc/ssl/clinic.crt', key: '/etc/ssl/clinic.key' },
    databaseUrl: 'libsql://db.clinic.lan?tls=0',
    redisUrl: 'redis://:password@redis.clinic.lan',
    warnings: [],
  })
})

/** systemd sets them, and Vite's is for development. */
const NO_SETTINGS = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID', 'VITE_ORIGIN']

test('the settings name every variable that the program reads, and so does its help', () => {
  const read = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => void read.add(String(name)), ownKeys: () => [] },
  )
  readConfig({}, env)
  const settings = [...read].filter(name => !NO_SETTINGS.includes(name)).toSorted()
  expect(settings.length).toBeGreaterThan(15)
  const template = readFileSync(join(SOURCES, 'clinic-queue.env'), 'utf8')
  const help = formatHelp()
  for (const name of settings) {
    expect(template, name).toMatch(new RegExp(`^#${name}=|^# ${name} is no setting`, 'm'))
    expect(help).toMatch(new RegExp(`\\b${name}\\b`))
  }
  expect(listVariables().toSorted()).toEqual(settings)
})

test('a build is named after its version, time and commit', () => {
  const name = getBuildVersion('1.0.0', new Date('2026-11-25T04:48:21.678Z'), 'abc1234+')
  expect(name).toBe('1.0.0+20261125044821.gabc1234')
})

testUnless(getProgramProblem('dpkg'))('a newer build is newer to dpkg, in this order', () => {
  const build = (version: string, at: string, commit = 'ffffff') =>
    toDebianVersion(getBuildVersion(version, new Date(at), commit))
  const versions = [
    '1.0.0~rc.1',
    build('1.0.0-rc.1', '2026-11-25T04:48:21Z'),
    '1.0.0',
    build('1.0.0', '2026-11-25T04:48:21Z', 'fffffff'),
    build('1.0.0', '2027-01-01T00:00:00Z', ''),
    '1.0.1~rc.1',
    '1.1.0',
    build('1.1.0', '2026-11-25T04:48:21Z'),
  ]
  for (const [index, newer] of versions.entries()) {
    const older = versions[index - 1] ?? '0'
    const { success } = Bun.spawnSync(['dpkg', '--compare-versions', newer, 'gt', older])
    expect({ older, newer, success }).toEqual({ older, newer, success: true })
  }
})

// dpkg alone, as on other distributions, cannot enable a service.
const dpkgProblem =
  getProgramProblem('dpkg-deb', 'dpkg') ??
  getProgramProblem('deb-systemd-helper', 'init-system-helpers')

describeUnless(dpkgProblem)('the Debian package', () => {
  let folder: string
  let root: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clinic-package-'))
    root = join(folder, 'root')
    mkdirSync(join(root, 'var/lib/dpkg/info'), { recursive: true })
    mkdirSync(join(root, 'var/lib/dpkg/updates'))
    writeFileSync(join(root, 'var/lib/dpkg/status'), '')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** With a small file in place of the program. */
  function build(version: string) {
    const program = join(folder, 'program')
    const licenses = join(folder, 'licenses')
    writeFileSync(program, `version ${version}`)
    writeFileSync(licenses, 'Clinic Queue, and all that it contains')
    return buildDebianPackage({ program, target: 'linux-x64', version, licenses, folder })
  }

  function dpkg(...args: string[]) {
    const isolated = ['--force-not-root', '--force-script-chrootless', '--force-depends']
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      ['dpkg', `--root=${root}`, `--log=${folder}/log`, ...isolated, ...args],
      { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } },
    )
    const output = `${stdout}${stderr}`
    if (exitCode !== 0) throw new Error(output)
    return output
  }

  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const modeOf = (path: string) => statSync(join(root, path)).mode & 0o777
  const isEnabled = () => lstatSync(join(root, ENABLED), { throwIfNoEntry: false }) !== undefined

  function write(path: string, text: string) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  test('installs the program, its settings and an enabled service', () => {
    dpkg('-i', build('0.1.0'))
    expect(read('usr/bin/clinic-queue')).toBe('version 0.1.0')
    expect(read('usr/share/doc/clinic-queue/copyright')).toContain('all that it contains')
    expect([modeOf('usr/bin/clinic-queue'), modeOf(SETTINGS), modeOf(UNIT)]).toEqual([
      0o755, 0o600, 0o644,
    ])
    expect(read(UNIT)).toBe(readFileSync(join(SOURCES, 'clinic-queue.service'), 'utf8'))
    expect(isEnabled()).toBe(true)
  })

  test('an update keeps data, settings and a disabled service, removing and purging keep the data', () => {
    dpkg('-i', build('0.1.0'))
    write(DATA, 'patients')
    write(SETTINGS, 'PORT=80\n')
    for (const later of ['0.2.0-rc.1', '0.2.0']) {
      expect(dpkg('-i', build(later))).not.toContain('downgrading')
    }
    expect(read('usr/bin/clinic-queue')).toBe('version 0.2.0')
    expect([read(SETTINGS), modeOf(SETTINGS)]).toEqual(['PORT=80\n', 0o600])
    expect(read(DATA)).toBe('patients')

    rmSync(join(root, ENABLED))
    dpkg('-i', build('0.2.1'))
    expect(isEnabled()).toBe(false)
    dpkg('--remove', 'clinic-queue')
    expect(existsSync(join(root, 'usr/bin/clinic-queue'))).toBe(false)
    expect([read(SETTINGS), read(DATA)]).toEqual(['PORT=80\n', 'patients'])

    const printed = dpkg('--purge', 'clinic-queue')
    expect(printed).toContain("The patients' data is kept in /var/lib/clinic-queue.")
    expect(existsSync(join(root, SETTINGS))).toBe(false)
    expect(read(DATA)).toBe('patients')
  })

  /** Version 1.0.0 owned the settings, so that dpkg asked which of them to keep. */
  function buildFirst() {
    const built = build('1.0.0')
    const unpacked = join(folder, 'unpacked')
    Bun.spawnSync(['dpkg-deb', '-R', built, unpacked])
    mkdirSync(join(unpacked, 'etc'))
    writeFileSync(join(unpacked, SETTINGS), '#PORT=80\n', { mode: 0o600 })
    writeFileSync(join(unpacked, 'DEBIAN/conffiles'), `/${SETTINGS}\n`)
    Bun.spawnSync(['dpkg-deb', '--root-owner-group', '--build', unpacked, built])
    return built
  }

  test('an update from 1.0.0 keeps changed settings without a question, and so does the way back', () => {
    const first = buildFirst()
    dpkg('-i', first)
    expect(read(SETTINGS)).toBe('#PORT=80\n')
    write(SETTINGS, 'PORT=4110\n')
    expect(dpkg('-i', build('1.1.0'))).not.toContain('Configuration file')
    expect([read(SETTINGS), modeOf(SETTINGS)]).toEqual(['PORT=4110\n', 0o600])
    expect(dpkg('-i', first)).not.toContain('Configuration file')
    expect(read(SETTINGS)).toBe('PORT=4110\n')
    dpkg('-i', build('1.1.0'))
    dpkg('--purge', 'clinic-queue')
    expect(existsSync(join(root, SETTINGS))).toBe(false)
  })

  test('everything in it belongs to root, whoever builds it', () => {
    const { stdout } = Bun.spawnSync(['dpkg-deb', '--contents', build('0.1.0')])
    const entries = stdout.toString().trim().split('\n')
    expect(entries.length).toBeGreaterThan(5)
    expect(entries.filter(entry => !/^[-d][-rwx]{9} root\/root /.test(entry))).toEqual([])
    const folders = entries.filter(entry => entry.startsWith('d'))
    expect(folders.filter(entry => !entry.startsWith('drwxr-xr-x'))).toEqual([])
  })
})
