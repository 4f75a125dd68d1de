import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary } from '../support/server/compiled-binary.ts'
import { runProgram } from '../support/server/program.ts'
import type { signIn } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { getProgramProblem, rootProblem, testUnless } from '../support/unless.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

/** nobody: the service's user here. */
const SERVICE_UID = 65534
const problem = rootProblem ?? getProgramProblem('setpriv', 'util-linux')
setDefaultTimeout(TIME_LIMIT_MS)

let folder: string
let binary: string
/** Of the service's user, stopped: ALI, a backup of her that only root can read, then MEI. */
let template: string
let backup: string
/** How long the command takes alone, in ms. */
const durations = new Map<string, number>()

const COMMANDS: Record<string, () => string[]> = {
  restore: () => ['restore', backup],
  backup: () => ['backup'],
  'reset-password': () => ['reset-password', 'nurse'],
  doctor: () => ['doctor', '--port', '0'],
}

function runAsRoot(dataDir: string, command: string) {
  const args = [...(COMMANDS[command]?.() ?? []), '--data-dir', dataDir]
  return runProgram({ command: [binary], args })
}

function startService(dataDir: string) {
  const ids = [`--reuid=${SERVICE_UID}`, `--regid=${SERVICE_UID}`, '--clear-groups']
  const command = ['setpriv', ...ids, binary]
  return runProgram({ command, args: ['serve', '--data-dir', dataDir] })
}

/** Runs the service for as long as `work` takes. */
async function withService<T>(dataDir: string, work: (admin: Admin) => Promise<T>) {
  const service = startService(dataDir)
  const result = await work(await service.admin())
  await service.stop()
  return result
}

function copyTemplate(name: string) {
  const copy = join(folder, name)
  expect(Bun.spawnSync(['cp', '-a', template, copy]).success).toBe(true)
  return copy
}

function findFilesOfRoot(dataDir: string) {
  const names = ['.', ...readdirSync(dataDir, { recursive: true }).map(String)]
  return names.filter(name => lstatSync(join(dataDir, name)).uid === 0)
}

beforeAll(async () => {
  if (problem) return
  folder = mkdtempSync(join(tmpdir(), 'clinic-root-'))
  chmodSync(folder, 0o755)
  binary = join(folder, 'clinic')
  copyFileSync(compileBinary().binary, binary)
  chmodSync(binary, 0o755)
  template = join(folder, 'template')
  mkdirSync(template, { mode: 0o700 })
  chownSync(template, SERVICE_UID, SERVICE_UID)

  await withService(template, async admin => {
    const nurse = { username: 'nurse', password: 'a-long-password', role: 'user' }
    expect((await admin.post('/api/users', nurse)).status).toBe(201)
    await admin.register('ali')
  })
  const made = runAsRoot(template, 'backup')
  expect(await made.exit()).toBe(0)
  backup = join(folder, 'backup.db.gz')
  copyFileSync(/The backup is (\S+)/.exec(made.printed.text)?.[1] ?? '', backup)
  chmodSync(backup, 0o600)
  await withService(template, admin => admin.register('mei'))

  for (const command of Object.keys(COMMANDS)) {
    const copy = copyTemplate('timed')
    const started = performance.now()
    const program = runAsRoot(copy, command)
    expect({ command, code: await program.exit() }).toEqual({ command, code: 0 })
    durations.set(command, performance.now() - started)
    expect(findFilesOfRoot(copy)).toEqual([])
    rmSync(copy, { recursive: true })
  }
})

afterAll(() => {
  if (!problem) rmSync(folder, { recursive: true, force: true })
})

const MOMENTS = [
  ...[0.25, 0.5, 0.75, 0.95].map(share => ['restore', share] as const),
  ['backup', 0.6] as const,
  ['reset-password', 0.7] as const,
]

testUnless(problem)("a kill at six moments of root's commands leaves old or new data", async () => {
  for (const [command, share] of MOMENTS) {
    const moment = `${command}-${share}`
    const dataDir = copyTemplate(moment)
    const interrupted = runAsRoot(dataDir, command)
    await Bun.sleep((durations.get(command) ?? 0) * share)
    interrupted.process.kill('SIGKILL')
    await interrupted.exit()

    const listNames = async (admin: Admin) => {
      const { body } = await admin.send('GET', '/api/patients')
      return body.map(({ name }: { name: string }) => name).join()
    }
    const found = await withService(dataDir, async admin => {
      const names = await listNames(admin)
      await admin.register('zul')
      return names
    })
    const possible = command === 'restore' ? ['ALI,MEI', 'ALI'] : ['ALI,MEI']
    expect(possible.map(names => `${moment} ${names}`)).toContain(`${moment} ${found}`)
    const kept = readdirSync(dataDir).filter(name => name.startsWith('before-restore-'))
    if (found === 'ALI') {
      expect(existsSync(join(dataDir, kept[0] ?? 'none', 'clinic.db'))).toBe(true)
    }
    const doctor = runAsRoot(dataDir, 'doctor')
    expect({ moment, code: await doctor.exit() }).toEqual({ moment, code: 0 })
    // Interrupted so early that it had not begun, the restore is not mentioned.
    const outcome = found === 'ALI' ? 'was restored' : '(was not restored|ok {7}users)'
    expect(doctor.printed.text).toMatch(new RegExp(outcome))
    expect({ moment, ofRoot: findFilesOfRoot(dataDir) }).toEqual({ moment, ofRoot: [] })
    expect(await withService(dataDir, listNames)).toBe(`${found},ZUL`)
    rmSync(dataDir, { recursive: true })
  }
})
