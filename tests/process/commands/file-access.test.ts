import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertAccess, ensureFolder } from '../../../server/config/file-access.ts'
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
const chown = () => `Run: sudo chown -R ${nameOf('/etc/passwd')}:${UID} ${data}`
const mayNotUse = (path: string) =>
  `The user ${nameOf('/etc/passwd')} may not use ${path} (EACCES). The data is not damaged.`

testUnless(problem)('a file of root is named, with the command that gives it back', async () => {
  chownSync(inData('clinic.db'), 0, 0)
  chmodSync(inData('clinic.db'), 0o644)
  await expectSentence([mayNotUse(inData('clinic.db')), chown()])
  for (const args of [['backup'], ['reset-password', 'admin'], ['doctor']]) {
    const program = runProgram({ command: [binary], args: [...args, '--data-dir', data] })
    expect(await program.exit()).toBe(1)
    expect(program.printed.text).toContain(chown())
  }
})

testUnless(problem)(
  'a folder or a file that was made read-only is named with its command',
  async () => {
    chmodSync(inData('lock.db'), 0o400)
    const command = `${chown()} && sudo chmod -R u+rwX ${data}`
    await expectSentence([mayNotUse(inData('lock.db')), command])
    chmodSync(data, 0o500)
    await expectSentence([mayNotUse(data), command])
  },
)

testUnless(problem)(
  "another user's command takes no folder, and a start takes one of root",
  async () => {
    const args = ['--data-dir', data]
    chownSync(data, 0, 0)
    for (const [command, advice] of [
      ['serve', chown()],
      ['doctor', 'Run the same command with sudo.'],
    ] as const) {
      const program = runAsService(command, ...args)
      expect(await program.exit()).toBe(1)
      expect(program.printed.text).toContain(`${mayNotUse(data)} ${advice}`)
    }
  },
)

testUnless(problem)('a closed folder above, or one to be made, has its own command', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  cpSync(template, join(closed, 'data'), { recursive: true })
  for (const [dataDir, advice] of [
    [join(closed, 'data'), `A folder above is closed: sudo chmod o+x ${closed}`],
    [join(folder, 'new'), `sudo install -d -m 700 -o ${nameOf('/etc/passwd')} -g ${UID} `],
  ] as const) {
    const start = runAsService('serve', '--data-dir', dataDir)
    expect(await start.exit()).toBe(1)
    expect(start.printed.text).toContain(advice)
  }
})

testUnless(problem)('a certificate that only root can read is named with the user', async () => {
  const [cert, key] = ['clinic.crt', 'clinic.key'].map(name => join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(cert, 'x', { mode: 0o644 })
  writeFileSync(key, 'x', { mode: 0o600 })
  const start = runAsService('serve', '--data-dir', data, '--tls-cert', cert, '--tls-key', key)
  expect(await start.exit()).toBe(1)
  const user = `the user ${nameOf('/etc/passwd')}`
  expect(start.printed.text).toContain(
    `${key} cannot be read (EACCES). It must be a PEM file that ${user} can read.`,
  )
})

const inPlace = (name: string) => join(folder, 'place', name)

test.each<[string, string, (path: string) => void]>([
  ['clinic.db', 'is a folder, but must be a file. Move it away.', path => mkdirSync(path)],
  ['backups', 'is not a folder. Move it away', path => writeFileSync(path, '')],
  ['clinic.db', 'does not exist, or links to nothing', path => symlinkSync('gone/it', path)],
  ['lock.db', 'is a link to itself. Remove it.', path => symlinkSync(path, path)],
])('a %s that %s', (name, words, make) => {
  rmSync(inPlace('.'), { recursive: true, force: true })
  mkdirSync(inPlace('.'))
  expect(() => assertAccess(inPlace('.'))).not.toThrow()
  make(inPlace(name))
  expect(() => assertAccess(inPlace('.'))).toThrow(`${inPlace(name)} ${words}`)
})

test('a data folder that is a file, or below one, is not a folder', () => {
  for (const path of [import.meta.path, join(import.meta.path, 'data')]) {
    const sentence = `${path} is not a folder. Move it away, or choose another folder with --data-dir.`
    expect(() => assertAccess(path)).toThrow(sentence)
    expect(() => ensureFolder(path)).toThrow(sentence)
  }
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
