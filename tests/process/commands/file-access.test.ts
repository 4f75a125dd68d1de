import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
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

/** The user of the service here. Its name differs between systems. */
const UID = 65534
const problem = rootProblem ?? getProgramProblem('setpriv', 'util-linux')
const users = readFileSync('/etc/passwd', 'utf8').split('\n')
const USER = users.map(line => line.split(':')).find(([, , id]) => id === String(UID))?.[0] ?? UID

const folder = mkdtempSync(join(tmpdir(), 'clinic-access-'))
const binary = join(folder, 'clinic')
const data = join(folder, 'data')
const inData = (name: string) => join(data, name)

beforeAll(async () => {
  chmodSync(folder, 0o755)
  if (problem) return
  copyFileSync(compileBinary().binary, binary)
  chmodSync(binary, 0o755)
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, UID, UID)
  const program = runAsService('serve')
  await program.url()
  await program.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runAsService(command: string, dataDir = data, ...args: string[]) {
  const words = ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', binary]
  const all = [command, '--data-dir', dataDir, ...args]
  return runProgram({ command: words, args: all, cwd: folder })
}

async function expectRefusal(program: ReturnType<typeof runProgram>, ...words: string[]) {
  expect(await program.exit()).toBe(1)
  for (const word of words) expect(program.printed.text).toContain(word)
  expect(program.printed.text).not.toMatch(/is damaged|restore the/)
}

const CHOWN = `Run: sudo chown -R ${USER}:${UID} ${data} && sudo chmod -R u+rwX ${data}`
const mayNotUse = (path: string) =>
  `The user ${USER} may not use ${path} (EACCES). The data is not damaged.`

testUnless(problem)(
  'files and folders that the service may not use are named with the command that gives them back',
  async () => {
    chownSync(inData('clinic.db'), 0, 0)
    chmodSync(inData('clinic.db'), 0o644)
    await expectRefusal(runAsService('serve'), mayNotUse(inData('clinic.db')), CHOWN)
    for (const args of [['backup'], ['reset-password', 'admin'], ['doctor']]) {
      const asRoot = runProgram({ command: [binary], args: [...args, '--data-dir', data] })
      await expectRefusal(asRoot, CHOWN)
    }
    chownSync(inData('clinic.db'), UID, UID)

    chmodSync(inData('lock.db'), 0o400)
    await expectRefusal(runAsService('doctor'), mayNotUse(inData('lock.db')), CHOWN)
    chmodSync(inData('lock.db'), 0o600)
    chmodSync(data, 0o500)
    await expectRefusal(runAsService('serve'), mayNotUse(data), CHOWN)
    chmodSync(data, 0o700)
  },
)

testUnless(problem)(
  "another user's command takes no folder, and a start takes one of root",
  async () => {
    chownSync(data, 0, 0)
    await expectRefusal(runAsService('serve'), `${mayNotUse(data)} ${CHOWN}`)
    const advice = 'Run the same command with sudo.'
    await expectRefusal(runAsService('doctor'), `${mayNotUse(data)} ${advice}`)
    chownSync(data, UID, UID)
  },
)

testUnless(problem)(
  'a closed folder above, a folder to be made, and a closed certificate have their own advice',
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const open = `A folder above is closed: sudo chmod o+x ${closed}`
    await expectRefusal(runAsService('serve', join(closed, 'data')), open)
    const make = `sudo install -d -m 700 -o ${USER} -g ${UID} `
    await expectRefusal(runAsService('serve', join(folder, 'new')), make)
    const key = join(folder, 'clinic.key')
    for (const [file, mode] of [
      [`${key}.crt`, 0o644],
      [key, 0o600],
    ] as const)
      writeFileSync(file, 'x', { mode })
    await expectRefusal(
      runAsService('serve', data, '--tls-cert', `${key}.crt`, '--tls-key', key),
      `${key} cannot be read (EACCES). It must be a PEM file that the user ${USER} can read.`,
    )
  },
)

testUnless(problem)('another program holds the database', async () => {
  const other = new Database(inData('clinic.db'))
  other.run('begin exclusive')
  const words = 'in use by another program'
  await expectRefusal(runAsService('serve'), words).finally(() => other.close())
})

testUnless(problem)('an own file beside the data, or an empty journal, is no problem', async () => {
  writeFileSync(inData('notes.txt'), 'ours', { mode: 0o400 })
  writeFileSync(inData('clinic.db-wal'), '')
  chownSync(inData('clinic.db-wal'), UID, UID)
  const program = runAsService('serve')
  await program.url()
  await program.stop()
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
