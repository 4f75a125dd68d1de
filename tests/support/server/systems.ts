import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findProgram, type Problem, rootProblem } from '../unless.ts'
import { compileBinary, compileTarget } from './compiled-binary.ts'
import { type Program, runProgram } from './program.ts'

const ROOTS = join(import.meta.dirname, '../../../node_modules/.cache/foreign')
const NO_ROOT = 'only .ci/run, as root on a 64-bit Debian or Ubuntu, makes the folder that runs it'

/** What runs the file of a target on this machine. */
export type System = {
  name: string
  problem: Problem
  /** The folder that its programs see as `/`; tests write below its `tmp`. */
  root: string
  fileName: string
  findBinary(): string
  /** A path below the root as its programs write it. */
  toPath(path: string): string
  /** What comes before the program's arguments. */
  getCommand(program: string): string[]
  /** What it starts beside a program keeps stderr open when that has ended. */
  sharesStderr?: boolean
}

export const NATIVE: System = {
  name: 'the file of this computer',
  problem: null,
  root: '/',
  fileName: 'clinic',
  findBinary: () => compileBinary().binary,
  toPath: path => path,
  getCommand: program => [program],
}

const wine = join(ROOTS, 'wine')
const WINE = '/usr/lib/wine/wine64'
const WINE_ENV = 'HOME=/tmp WINEPREFIX=/prefix WINEDEBUG=-all WINESERVER=/usr/lib/wine/wineserver64'

/** Signals reach the program: each process becomes the next one. */
function enter(root: string, script: string, ...words: string[]) {
  const mounts = 'mount --rbind /proc "$0/proc"; mount --rbind /dev "$0/dev"'
  const all = `set -e; PATH=$PATH:/usr/sbin; ${mounts}; ${script}; exec chroot "$0" "$@"`
  return ['sh', '-c', all, root, ...words]
}

export const WINDOWS: System = {
  name: 'the Windows file, under Wine',
  problem: findRootProblem(wine),
  root: wine,
  fileName: 'clinic.exe',
  findBinary: () => compileTarget('windows-x64'),
  toPath: path => `Z:\\${relative(wine, path).replaceAll('/', '\\')}`,
  getCommand: program => ['unshare', '-m', ...enter(wine, `export ${WINE_ENV}`, WINE, program)],
  sharesStderr: true,
}

/** Wine's C: drive. */
export const DRIVE = join(wine, 'prefix/drive_c')

const arm64 = join(ROOTS, 'arm64')
const QEMU = 'qemu-aarch64-static'
/** See binfmt_misc in Linux's documentation: the first bytes of an arm64 program, and which count. */
const ARM64_MAGIC = `\\x7fELF\\x02\\x01\\x01${'\\x00'.repeat(9)}\\x02\\x00\\xb7\\x00`
const ARM64_MASK = `${'\\xff'.repeat(7)}\\x00${'\\xff'.repeat(8)}\\xfe\\xff\\xff\\xff`

/** In a namespace of its own, so that this computer itself runs no other programs than before. */
const REGISTER_QEMU = `mount -t binfmt_misc none "$0/mnt"
  printf '%s' ":arm64:M::${ARM64_MAGIC}:${ARM64_MASK}:$(command -v ${QEMU}):F" >"$0/mnt/register"`

export const ARM64: System = {
  name: 'the arm64 file, under qemu',
  problem: findArm64Problem(),
  root: arm64,
  fileName: 'clinic',
  findBinary: () => compileTarget('linux-arm64'),
  toPath: path => `/${relative(arm64, path)}`,
  getCommand: program => ['unshare', '-rm', ...enter(arm64, REGISTER_QEMU, program)],
}

function findRootProblem(root: string): Problem {
  if (!existsSync(root)) return NO_ROOT
  if (rootProblem) return rootProblem
  return Bun.spawnSync(['unshare', '-m', 'true']).success ? null : 'nothing can be mounted here'
}

function findArm64Problem(): Problem {
  if (!findProgram(QEMU)) return `there is no ${QEMU}: apt-get install qemu-user-static`
  const problem = findRootProblem(arm64)
  if (problem) return problem
  const script = `${REGISTER_QEMU}; exit 0`
  const { success } = Bun.spawnSync(['unshare', '-rm', 'sh', '-ec', script, arm64])
  return success ? null : 'this kernel lets no namespace name what runs arm64 programs'
}

export type Place = ReturnType<typeof createPlace>

/** A folder of its own on a system, with the program in it and with what was started there. */
export function createPlace(system: System) {
  const top = system.root === '/' ? tmpdir() : join(system.root, 'tmp')
  mkdirSync(top, { recursive: true })
  const folder = mkdtempSync(join(top, 'clinic-'))
  const data = join(folder, 'data')
  const binary = join(folder, system.fileName)
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const own = system.toPath(temporary)
  copyFileSync(system.findBinary(), binary)
  const running: Program[] = []

  const start = (args: string[], env?: Record<string, string>) =>
    startFile(system.toPath(binary), args, env)

  function startFile(file: string, args: string[], env: Record<string, string> = {}) {
    const program = runProgram({
      command: system.getCommand(file),
      args,
      errorFile: system.sharesStderr ? join(folder, `errors-${running.length}`) : undefined,
      // Wine asks in which folder Windows is.
      env: { PATH: process.env.PATH ?? '', TEMP: own, TMP: own, ...env },
    })
    running.push(program)
    return program
  }

  /** Runs a command on the data to its end. */
  async function run(...args: string[]) {
    const program = start([...args, '--data-dir', system.toPath(data)])
    const code = await program.exit()
    return { code, output: program.printed.text.replaceAll('\r', '') }
  }

  return {
    ...{ folder, temporary, data, binary, start, startFile, run },
    serve: () => start(['--data-dir', system.toPath(data)]),
    async close() {
      await Promise.all(running.map(program => program.end()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
