import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getMountProblem, mountSmallDisk } from '../support/files/small-disk.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import { createDataFolder, type DataFolder, getStartError } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn, until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { testUnless } from '../support/unless.ts'

// The key of an encrypted file costs a second each time.
setDefaultTimeout(TIME_LIMIT_MS)

const mountProblem = getMountProblem()
const PASSPHRASE = 'burst swarm slender curve'
const AGE_MAGIC = 'age-encryption.org/v1'

let ctx: DataFolder
let stick: NonNullable<ReturnType<typeof mountSmallDisk>>
beforeEach(() => {
  ctx = createDataFolder()
  const disk = mountSmallDisk(4)
  if (!mountProblem && !disk) throw new Error('a disk cannot be mounted')
  if (disk) stick = disk
})
afterEach(() => {
  ctx.close()
  stick?.remove()
})

async function runCommand(...args: string[]) {
  const program = ctx.start(args)
  const code = await program.exit()
  return { code, output: program.printed.text }
}

testUnless(mountProblem)(
  'an encrypted copy off-site is reported, downloaded alike, and restored after asking for its passphrase',
  async () => {
    const program = ctx.start(['--backup-dir', stick.place], { BACKUP_PASSPHRASE: PASSPHRASE })
    const url = await program.url()
    const admin = await signIn(url, ADMIN)
    await admin.register('ali')
    await admin.send('POST', '/api/backups')
    const health = () => fetch(`${url}/healthz`).then(response => response.json())
    await until('the backup is copied', async () => (await health()).lastBackupCopy, 20_000)
    expect(await health()).toMatchObject({ backupCopies: 'ok', lastBackup: expect.anything() })
    const [copy = ''] = readdirSync(stick.place)
    expect(copy).toMatch(/^clinic-.*-manual\.db\.gz\.age$/)
    const port = new URL(url).port
    expect((await runCommand('doctor', '--port', port)).output).toMatch(
      /ok {7}off-site copy: has the backup of 20\d\d-\S+Z\n/,
    )

    const { backups } = (await admin.send('GET', '/api/backups')).body
    const { cookie } = admin
    const download = await fetch(`${url}/api/backups/${backups[0].name}/file`, {
      headers: { cookie },
    })
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${copy}"`)
    expect(await download.text()).toStartWith(AGE_MAGIC)
    program.process.kill('SIGTERM')
    await program.exit()

    const file = join(stick.place, copy)
    const unasked = await runCommand('restore', file)
    expect(unasked.output).toStartWith('This backup is encrypted. Set BACKUP_PASSPHRASE, or use')
    expect((await restoreInTerminal(file, 'not this one')).output).toContain(
      'The passphrase does not fit this backup',
    )
    // A key that is taken back leaves nothing.
    const { code, output } = await restoreInTerminal(file, `${PASSPHRASE}x\x7f`)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Restored ') })
    expect(output).not.toContain(PASSPHRASE)
  },
)

/** Types the passphrase when it is asked for. */
async function restoreInTerminal(file: string, passphrase: string) {
  let output = ''
  let isTyped = false
  const child = Bun.spawn([...PROGRAM, 'restore', file, '--data-dir', ctx.folder], {
    terminal: {
      data(terminal, bytes) {
        output += Buffer.from(bytes).toString()
        if (isTyped || !output.includes('Passphrase of the backup: ')) return
        isTyped = true
        terminal.write(`${passphrase}\r`)
      },
    },
  })
  return { code: await child.exited, output }
}

test('a stopped clinic is backed up off-site, and told when that fails', async () => {
  const program = ctx.start()
  await program.url()
  program.process.kill('SIGTERM')
  await program.exit()
  const missing = join(ctx.folder, 'stick')
  const { code, output } = await runCommand('backup', '--backup-dir', missing)
  expect(code).toBe(1)
  expect(output).toContain(
    `It was not copied to ${missing}: the stick or the share is not connected (the folder is not there).\n`,
  )
  expect((await runCommand('doctor', '--backup-dir', missing)).output).toContain(
    `problem  off-site copy: ${missing}: the stick or the share is not connected`,
  )
})

test('a passphrase that could be guessed is refused', async () => {
  const program = ctx.start([], { BACKUP_PASSPHRASE: 'short' })
  expect(await program.exit()).toBe(1)
  expect(getStartError(program)).toBe('BACKUP_PASSPHRASE must be at least 12 characters.')
})
