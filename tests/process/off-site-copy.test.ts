import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getMountProblem, mountSmallDisk } from '../support/files/small-disk.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { until } from '../support/server/test-server.ts'
import { testUnless } from '../support/unless.ts'

const PASSPHRASE = 'burst swarm slender curve'
const AGE_MAGIC = 'age-encryption.org/v1'

const ctx = setUpDataFolder()

testUnless(getMountProblem())(
  'an encrypted copy off-site is reported, downloaded alike, and restored after asking for its passphrase',
  async () => {
    const stick = mountSmallDisk(4)
    const place = stick?.place ?? ''
    const program = ctx.start(['--backup-dir', place], { BACKUP_PASSPHRASE: PASSPHRASE })
    const url = await program.url()
    const admin = await program.admin()
    await admin.register('ali')
    await admin.post('/api/backups')
    const health = () => fetch(`${url}/healthz`).then(response => response.json())
    await until('the backup is copied', async () => (await health()).lastBackupCopy)
    expect(await health()).toMatchObject({ backupCopies: 'ok', lastBackup: expect.anything() })
    const [copy = ''] = readdirSync(place)
    expect(copy).toMatch(/^clinic-.*-manual\.db\.gz\.age$/)
    const port = new URL(url).port
    expect((await ctx.run(['doctor', '--port', port])).output).toMatch(
      /ok {7}off-site copy: has the backup of 20\d\d-\S+Z\n/,
    )

    const { backups } = (await admin.send('GET', '/api/backups')).body
    const { cookie } = admin
    const download = await fetch(`${url}/api/backups/${backups[0].name}/file`, {
      headers: { cookie },
    })
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${copy}"`)
    expect(await download.text()).toStartWith(AGE_MAGIC)
    await program.stop()

    const file = join(place, copy)
    const unasked = await ctx.run(['restore', file])
    expect(unasked.output).toStartWith('This backup is encrypted. Set BACKUP_PASSPHRASE, or use')
    expect((await restoreInTerminal(file, 'not this one')).output).toContain(
      'The passphrase does not fit this backup',
    )
    // A key that is taken back leaves nothing.
    const { code, output } = await restoreInTerminal(file, `${PASSPHRASE}x\x7f`)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Restored ') })
    expect(output).not.toContain(PASSPHRASE)
    stick?.remove()
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
  await program.stop()
  const missing = join(ctx.folder, 'stick')
  const { code, output } = await ctx.run(['backup', '--backup-dir', missing])
  expect(code).toBe(1)
  expect(output).toContain(
    `It was not copied to ${missing}: the stick or the share is not connected (the folder is not there).\n`,
  )
})
