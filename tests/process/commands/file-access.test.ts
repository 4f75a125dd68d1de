import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileBinary } from '../../support/server/compiled-binary.ts'
import { runProgram } from '../../support/server/program.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { getProgramProblem, rootProblem, testUnless } from '../../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

/** The user of the service here. Its name and group differ between systems. */
const UID = 65534
const problem = rootProblem ?? getProgramProblem('setpriv', 'util-linux')
const nameOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .find(line => line.split(':')[2] === String(UID))
    ?.split(':')[0] ?? String(UID)

let folder: string
let binary: string
let template: string
let data: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-access-'))
  chmodSync(folder, 0o755)
  if (problem) return
  binary = join(folder, 'clinic')
  copyFileSync(compileBinary().binary, binary)
  chmodSync(binary, 0o755)
  template = join(folder, 'template')
  data = join(folder, 'data')
  mkdirSync(template, { mode: 0o700 })
  chownSync(template, UID, UID)
  const program = runAsService('serve', '--data-dir', template)
  await program.url()
  await program.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  if (problem) return
  rmSync(data, { recursive: true, force: true })
  expect(Bun.spawnSync(['cp', '-a', template, data]).success).toBe(true)
})

function runAsService(...args: string[]) {
  const command = ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', binary]
  return runProgram({ command, args, cwd: folder })
}

async function expectSentence(words: string[]) {
  const start = runAsService('serve', '--data-dir', data)
  expect(await start.exit()).toBe(1)
  const doctor = runAsService('doctor', '--data-dir', data)
  expect(await doctor.exit()).toBe(1)
  const { error } = JSON.parse(start.printed.text)
  for (const word of words) {
    expect(error).toContain(word)
    expect(doctor.printed.text).toContain(word)
  }
  expect(start.printed.text + doctor.printed.text).not.toMatch(/is damaged|restore the/)
}

const inData = (name: string) => join(data, name)
const chown = () => `sudo chown -R ${nameOf('/etc/passwd')}:${nameOf('/etc/group')} ${data}`

for (const name of ['clinic.db', 'clinic.db-wal', 'lock.db', 'backups', 'restore.json'])
  testUnless(problem)(`root owns ${name}`, async () => {
    if (!existsSync(inData(name))) writeFileSync(inData(name), '{}')
    chownSync(inData(name), 0, 0)
    chmodSync(inData(name), name === 'backups' ? 0o755 : 0o644)
    await expectSentence([`${inData(name)} belongs to root`, 'The data is not damaged.', chown()])
  })

testUnless(problem)(
  "root's commands change nothing in such a folder, and say the same",
  async () => {
    chownSync(inData('clinic.db'), 0, 0)
    for (const args of [['backup'], ['reset-password', 'admin'], ['doctor']]) {
      const program = runProgram({ command: [binary], args: [...args, '--data-dir', data] })
      expect(await program.exit()).toBe(1)
      expect(program.printed.text).toContain(chown())
    }
    chownSync(data, 0, 0)
    chownSync(inData('clinic.db'), UID, UID)
    const program = runProgram({ command: [binary], args: ['backup', '--data-dir', data] })
    expect(await program.exit()).toBe(1)
    expect(program.printed.text).toContain(chown())
  },
)

testUnless(problem)('the file or the folder was made read-only', async () => {
  chmodSync(inData('clinic.db'), 0o400)
  await expectSentence([`sudo chmod u+rw ${inData('clinic.db')}`])
  chmodSync(inData('clinic.db'), 0o600)
  chmodSync(data, 0o500)
  await expectSentence([`sudo chmod u+rwx ${data}`])
})

/** Such as on tmpfs before Linux 6.6. */
function getMarkProblem() {
  const place = mkdtempSync(join(tmpdir(), 'clinic-mark-'))
  const mark = (sign: string) => Bun.spawnSync(['chattr', `${sign}i`, place], { stderr: 'ignore' })
  const isMarked = mark('+').success
  mark('-')
  rmSync(place, { recursive: true })
  return isMarked ? null : 'this disk lets no file be marked'
}

const markProblem = problem ?? getProgramProblem('chattr', 'e2fsprogs') ?? getMarkProblem()

testUnless(markProblem)('the file was marked as unchangeable', async () => {
  for (const mark of ['i', 'a']) {
    Bun.spawnSync(['chattr', `+${mark}`, inData('clinic.db')])
    await expectSentence([`sudo chattr -i -a ${inData('clinic.db')}`]).finally(() =>
      Bun.spawnSync(['chattr', `-${mark}`, inData('clinic.db')]),
    )
  }
})

testUnless(problem)('something else has the name of a file or a folder', async () => {
  rmSync(inData('lock.db'))
  mkdirSync(inData('lock.db'))
  await expectSentence([`${inData('lock.db')} is a folder, but must be a file`])
  rmSync(inData('lock.db'), { recursive: true })
  rmSync(inData('backups'), { recursive: true })
  writeFileSync(inData('backups'), '')
  await expectSentence([`sudo mv ${inData('backups')} ${inData('backups')}.moved`])
})

testUnless(problem)('a link whose disk is gone is no new clinic', async () => {
  rmSync(inData('clinic.db'))
  const target = join(folder, 'gone/clinic.db')
  symlinkSync(target, inData('clinic.db'))
  await expectSentence([`is a link to ${target}, which is not there`])
  rmSync(inData('clinic.db'))
  symlinkSync(inData('clinic.db'), inData('clinic.db'))
  await expectSentence(['is a link that leads to itself'])
})

testUnless(problem)('a backup was copied over the database', async () => {
  writeFileSync(inData('clinic.db'), Bun.gzipSync(Buffer.from('a backup')))
  await expectSentence([
    `sudo mv ${inData('clinic.db')} ${inData('backup.db.gz')}`,
    `./clinic restore ${inData('backup.db.gz')} --data-dir ${data}`,
  ])
})

testUnless(problem)('a folder above is closed, or a file', async () => {
  const closed = join(folder, 'closed')
  cpSync(template, join(closed, 'data'), { recursive: true })
  chmodSync(closed, 0o700)
  data = join(closed, 'data')
  const start = runAsService('serve', '--data-dir', data)
  expect(await start.exit()).toBe(1)
  expect(start.printed.text).toContain(`may not enter the folder ${closed}`)
  const below = runAsService('serve', '--data-dir', join(binary, 'data'))
  expect(await below.exit()).toBe(1)
  expect(below.printed.text).toContain(`${binary} is a file, not a folder`)
  data = join(folder, 'data')
})

testUnless(problem)("root's certificate is let be read, not given away", async () => {
  const [cert, key] = ['clinic.crt', 'clinic.key'].map(name => join(folder, name))
  writeFileSync(cert ?? '', 'x')
  chmodSync(cert ?? '', 0o644)
  writeFileSync(key ?? '', 'x', { mode: 0o600 })
  const tls = ['--tls-cert', cert ?? '', '--tls-key', key ?? '']
  const start = runAsService('serve', '--data-dir', data, ...tls)
  expect(await start.exit()).toBe(1)
  expect(start.printed.text).toContain(
    `may not read ${key}, which belongs to root. Run: sudo chgrp ${nameOf('/etc/group')} ${key} && sudo chmod g+r ${key}`,
  )
})

testUnless(problem)('another program holds the database', async () => {
  const other = new Database(inData('clinic.db'))
  other.run('begin exclusive')
  await expectSentence(['in use by another program']).finally(() => other.close())
})

testUnless(problem)('an own file beside the data, or an empty journal, is no problem', async () => {
  writeFileSync(inData('notes.txt'), 'ours', { mode: 0o400 })
  writeFileSync(inData('clinic.db-wal'), '')
  chownSync(inData('clinic.db-wal'), UID, UID)
  const program = runAsService('serve', '--data-dir', data)
  await program.url()
  await program.stop()
})
