import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from './compile-targets.ts'

const SERVICE = 'clinic-queue'
const SOURCE = join(import.meta.dirname, 'debian')
const SCRIPTS = ['postinst', 'prerm', 'postrm']
const SETTINGS = `/etc/${SERVICE}.env`
/** Bun and the database library were linked with this version. */
const OLDEST_LIBC = '2.18'
const ARCHITECTURES = new Map<Target, string>([
  ['linux-x64', 'amd64'],
  ['linux-arm64', 'arm64'],
])

type Input = {
  program: string
  target: Target
  version: string
  licenses: string
  folder: string
}

export function buildDebianPackage({ program, target, version, licenses, folder }: Input) {
  const architecture = ARCHITECTURES.get(target) ?? ''
  const control = { version: toDebianVersion(version), architecture }
  const file = join(folder, `${SERVICE}_${control.version}_${control.architecture}.deb`)
  const root = mkdtempSync(join(tmpdir(), 'clinic-deb-'))
  try {
    writeFiles(root, program, licenses)
    writeControl(root, control)
    packFolder(root, file)
  } finally {
    rmSync(root, { recursive: true })
  }
  return file
}

/** To apt, each build is newer than all earlier builds and than the release with its number. */
export function getBuildVersion(version: string, builtAt: Date, commit: string) {
  const digits = builtAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const name = commit.replaceAll(/\W/g, '')
  return `${version}+${digits}${name && `.g${name}`}`
}

export function isPackagable(target: Target) {
  return ARCHITECTURES.has(target)
}

export function getPackagingProblem() {
  if (process.platform !== 'linux') return 'A Debian package can only be made on Linux.'
  if (!Bun.which('dpkg-deb')) {
    return 'dpkg-deb is missing: a Debian package can only be made on Debian, Ubuntu or the like.'
  }
  return null
}

function writeFiles(root: string, program: string, licenses: string) {
  const unit = `${SERVICE}.service`
  install(program, '755', join(root, 'usr/bin', SERVICE))
  install(join(SOURCE, `${SERVICE}.env`), '644', join(root, 'usr/share', SERVICE, 'settings.env'))
  install(licenses, '644', join(root, 'usr/share/doc', SERVICE, 'copyright'))
  install(join(SOURCE, unit), '644', join(root, 'lib/systemd/system', unit))
}

function writeControl(root: string, { version, architecture }: Record<string, string>) {
  const control = `Package: ${SERVICE}
Version: ${version}
Architecture: ${architecture}
Maintainer: The clinic queue's authors <root@localhost>
Section: misc
Priority: optional
Depends: libc6 (>= ${OLDEST_LIBC}), systemd
Installed-Size: ${getKilobytes(root)}
Description: patient queue, calling and dispensary for a clinic
 Desks, a waiting-room TV and one small computer. The settings are in
 ${SETTINGS}, the data is in /var/lib/${SERVICE}. The service runs as
 the user ${SERVICE}, who owns the data.
`
  const folder = join(root, 'DEBIAN')
  for (const name of SCRIPTS) install(join(SOURCE, name), '755', join(folder, name))
  writeFileSync(join(folder, 'control'), control)
  run('chmod', '644', join(folder, 'control'))
}

/** xz takes three times as long as gzip and saves a tenth. */
function packFolder(root: string, file: string) {
  run('chmod', '755', root)
  run('dpkg-deb', '--root-owner-group', '-Zgzip', '-z6', '--build', root, file)
}

/** Replaces the hyphen, because Debian reads the text after a hyphen as its revision. */
export function toDebianVersion(version: string) {
  return version.replace('-', '~')
}

function getKilobytes(root: string) {
  return run('du', '-sk', '--apparent-size', root).split('\t')[0]
}

/** The modes do not depend on the umask. */
function install(from: string, mode: string, to: string) {
  run('install', '-D', '-m', mode, from, to)
}

function run(...command: string[]) {
  const { success, stdout, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`${command[0]} failed: ${stderr}`)
  return stdout.toString()
}
