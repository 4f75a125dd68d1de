import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const SERVICE = 'clinic-queue'
const SOURCE = join(import.meta.dirname, 'debian')
const LICENSE = join(import.meta.dirname, '../../LICENSE')
const SCRIPTS = ['postinst', 'prerm', 'postrm']
const SETTINGS = `/etc/${SERVICE}.env`
/** What Bun and the database library were linked with. */
const OLDEST_LIBC = '2.18'
const ARCHITECTURES = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
])

type Input = {
  /** The compiled file. */
  program: string
  version: string
  /** Where the package is written. */
  folder: string
}

/** Makes `clinic-queue_<version>_<architecture>.deb` for this machine's kind and returns its path. */
export function buildDebianPackage({ program, version, folder }: Input) {
  const control = { version: toDebianVersion(version), architecture: getArchitecture() }
  const file = join(folder, `${SERVICE}_${control.version}_${control.architecture}.deb`)
  const root = mkdtempSync(join(tmpdir(), 'clinic-deb-'))
  try {
    writeFiles(root, program)
    writeControl(root, control)
    packFolder(root, file)
  } finally {
    rmSync(root, { recursive: true })
  }
  return file
}

/** Null, or a sentence that says why this machine cannot make a package. */
export function getPackagingProblem() {
  if (process.platform !== 'linux') return 'A Debian package can only be made on Linux.'
  if (!Bun.which('dpkg-deb')) {
    return 'dpkg-deb is missing: a Debian package can only be made on Debian, Ubuntu or the like.'
  }
  return null
}

function writeFiles(root: string, program: string) {
  chmodSync(root, 0o755)
  copy(program, join(root, 'usr/bin', SERVICE), 0o755)
  copy(join(SOURCE, `${SERVICE}.env`), join(root, SETTINGS), 0o600)
  copy(LICENSE, join(root, 'usr/share/doc', SERVICE, 'copyright'), 0o644)
  const unit = `${SERVICE}.service`
  copy(join(SOURCE, unit), join(root, 'lib/systemd/system', unit), 0o644)
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
  write(control, join(root, 'DEBIAN/control'))
  write(`${SETTINGS}\n`, join(root, 'DEBIAN/conffiles'))
  for (const name of SCRIPTS) copy(join(SOURCE, name), join(root, 'DEBIAN', name), 0o755)
}

/** gzip: xz takes three times as long and saves a tenth. */
function packFolder(root: string, file: string) {
  const options = ['--root-owner-group', '-Zgzip', '-z6']
  const { success, stderr } = Bun.spawnSync(['dpkg-deb', ...options, '--build', root, file])
  if (!success) throw new Error(`dpkg-deb failed: ${stderr}`)
}

/** Debian would take what follows a hyphen for its own revision, and a pre-release for a later version. */
function toDebianVersion(version: string) {
  return version.replace('-', '~')
}

function getArchitecture() {
  const architecture = ARCHITECTURES.get(process.arch)
  if (!architecture) throw new Error(`no Debian architecture for ${process.arch}`)
  return architecture
}

function getKilobytes(root: string) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
  const sizes = files.map(file => statSync(join(file.parentPath, file.name)).size)
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}

function copy(from: string, to: string, mode: number) {
  makeFolder(to)
  copyFileSync(from, to)
  chmodSync(to, mode)
}

function write(text: string, to: string) {
  makeFolder(to)
  writeFileSync(to, text)
  chmodSync(to, 0o644)
}

/** With the modes of Debian's folders, whatever the umask is. */
function makeFolder(file: string) {
  const umask = process.umask(0o022)
  mkdirSync(dirname(file), { recursive: true })
  process.umask(umask)
}
