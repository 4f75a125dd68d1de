import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary } from '../../support/server/compiled-binary.ts'
import { type Program, runProgram } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { linuxProblem, rootProblem, testUnless } from '../../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

/** Stands for `/`, with the program as the package installs it. */
let root: string
let binary: string
let service: Program | undefined

const SETTINGS = `# as people write it\r
ADMIN_PASSWORD="${ADMIN.password}"\r
CLINIC_TIME_ZONE = 'Asia/Kolkata'\r
BACKUP_PASSPHRASE=a passphrase with \\
two lines\r
export LOG_LEVEL=debug\r
CLINIC_PORT=81\r
PORT=0\r
`

beforeAll(async () => {
  if (linuxProblem) return
  root = mkdtempSync(join(tmpdir(), 'clinic-installed-'))
  chmodSync(root, 0o755)
  // A package's folders have its own modes, not those of whoever installs it.
  const umask = process.umask(0o022)
  binary = join(root, 'usr/bin/clinic-queue')
  for (const folder of ['usr/bin', 'etc', 'lib/systemd/system', 'var/lib'])
    mkdirSync(join(root, folder), { recursive: true })
  process.umask(umask)
  mkdirSync(join(root, 'var/lib/clinic-queue'), { mode: 0o700 })
  copyFileSync(compileBinary().binary, binary)
  chmodSync(binary, 0o755)
  writeFileSync(join(root, 'lib/systemd/system/clinic-queue.service'), '')
  writeFileSync(join(root, 'etc/clinic-queue.env'), SETTINGS, { mode: 0o600 })
  service = runProgram({ command: [binary], cwd: '/' })
  await service.url()
})
afterAll(async () => {
  await service?.end()
  if (root) rmSync(root, { recursive: true, force: true })
})

/** Without any variable, as sudo leaves them. */
async function run(...args: string[]) {
  const child = Bun.spawn([binary, ...args], { cwd: '/', env: {}, stdout: 'pipe', stderr: 'pipe' })
  const printed = await Promise.all([child.stdout, child.stderr].map(Bun.readableStreamToText))
  return { code: await child.exited, output: printed.join('') }
}

testUnless(linuxProblem)("the service's commands need no flags", async () => {
  const backup = await run('backup')
  expect(backup.output).toContain(`The backup is ${root}/var/lib/clinic-queue/backups/clinic-`)
  expect(backup.code).toBe(0)
  const reset = await run('reset-password', 'admin')
  expect(reset).toEqual({
    code: 0,
    output: expect.stringContaining('The new password of admin is '),
  })
})

testUnless(linuxProblem)('doctor finds its port, and what its settings do not say', async () => {
  const port = new URL((await service?.url()) ?? '').port
  const { output } = await run('doctor')
  expect(output).toContain(`ok       port ${port}: a clinic queue responds`)
  expect(output).toContain('database: in use by the running program')
  expect(output).toContain(
    `problem  settings: Line 6 of ${root}/etc/clinic-queue.env is ignored: it is not NAME=value.`,
  )
  expect(output).toContain(' CLINIC_PORT is not one of the settings.')
})

testUnless(linuxProblem)('while it is stopped, its settings count all the same', async () => {
  await service?.stop()
  const made = await run('backup')
  const [file = ''] = /\S+\.db\.gz/.exec(made.output) ?? []
  const restored = await run('restore', file)
  expect(restored.output).toContain(`Restored ${file}`)
  expect(restored.code).toBe(0)
  const { output } = await run('doctor')
  expect(output).toContain('ok       users: 1')
  expect(output).not.toContain('data folder: ./data')
})

testUnless(rootProblem ?? linuxProblem)(
  'without root the sentence has the command with sudo',
  async () => {
    const command = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', binary]
    const program = runProgram({ command, args: ['restore', 'my backup.db.gz'], cwd: '/' })
    expect(await program.exit()).toBe(1)
    expect(program.printed.text).toBe(
      `Only root may read the settings in ${root}/etc/clinic-queue.env. Run: sudo clinic-queue restore 'my backup.db.gz'\n`,
    )
    for (const args of [['version'], ['--help'], ['doctor', '--help']]) {
      expect(await runProgram({ command, args, cwd: '/' }).exit()).toBe(0)
    }
  },
)
