import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getFreePort } from '../../support/network/server-process.ts'
import { testClinicDays } from '../../support/server/clinic-days.ts'
import { createPlace, DRIVE, type Place, WINDOWS } from '../../support/server/systems.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn, until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { describeUnless } from '../../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const programs = join(DRIVE, 'Program Files/Clinic Queue')
const home = join(DRIVE, 'ProgramData/Clinic Queue')
const INSTALLED = 'C:\\Program Files\\Clinic Queue\\clinic-queue.exe'

/** Linux's numbers of the Windows processes that were started with these words. */
function findProcesses(...words: string[]) {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return command === words.join(' ') ? Number(name) : []
    } catch {
      return []
    }
  })
}

testClinicDays(WINDOWS)

describeUnless(WINDOWS.problem)('on Windows', () => {
  let place: Place
  const clean = () => {
    for (const folder of [programs, home]) rmSync(folder, { recursive: true, force: true })
  }
  beforeAll(() => {
    place = createPlace(WINDOWS)
    clean()
  })
  afterAll(async () => {
    await place?.close()
    clean()
  })

  test('the file says whose it is, and nothing of the program that runs it', () => {
    const file = readFileSync(place.binary)
    const has = (text: string) => file.includes(Buffer.from(text, 'utf16le'))
    expect([has("The clinic queue's authors"), has('Clinic Queue'), has('Oven')]).toEqual([
      ...[true, true, false],
    ])
  })

  test('without the library of Microsoft that the database needs, the sentence names it', async () => {
    const missing = { WINEDLLOVERRIDES: 'vcruntime140=' }
    const program = place.start(['reset-password', 'admin', '--database', 'file:none.db'], missing)
    expect(await program.exit()).toBe(1)
    expect(program.printed.text).toContain('Microsoft Visual C++ Redistributable')
  })

  test('what is wrong with a data folder is told without the commands of Linux', async () => {
    const dataDir = join(place.folder, 'with-a-file-as-folder')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'backups'), '')
    const program = place.start(['serve', '--data-dir', WINDOWS.toPath(dataDir)])
    expect(await program.exit()).toBe(1)
    const sentence = String(JSON.parse(program.printed.text).error)
    expect(sentence).toMatch(/backups is not a folder\. Move it away/)
    expect(sentence).not.toMatch(/\b(sudo|chmod|chown|install -d|mv|ls|rm)\b/)
  })

  test('it is installed, runs as the task says, comes back by itself, and is uninstalled without its data', async () => {
    const port = String(getFreePort())
    const url = `http://localhost:${port}`
    // Another drive.
    const stick = join(place.folder, 'stick')
    for (const folder of [home, stick]) mkdirSync(folder)
    writeFileSync(
      join(home, 'clinic-queue.env'),
      `PORT=${port}\r\nADMIN_PASSWORD=${ADMIN.password}\r\nBACKUP_DIR=${WINDOWS.toPath(stick)}\r\n`,
    )
    const installing = place.start(['install'])
    await until('the task is written', () => existsSync(join(home, 'task.xml')))
    expect(readdirSync(programs)).toEqual(['clinic-queue.exe'])

    // Wine runs no task. The account of the real one is another.
    const run = (args: string[]) => place.startFile(INSTALLED, args, { PORT: port })
    const supervisor = run(['supervise'])
    expect(await installing.exit()).toBe(0)
    expect(installing.printed.text).toContain(`http://localhost:${port}`)

    const admin = await signIn(url, ADMIN)
    await admin.register('ali')
    const backup = run(['backup'])
    expect(await backup.exit()).toBe(0)
    expect(backup.printed.text).toContain('C:\\ProgramData\\Clinic Queue\\data\\backups\\')
    expect(readdirSync(stick)).toEqual([expect.stringMatching(/^clinic-.*\.db\.gz$/)])
    await admin.register('mei')
    const [{ name }] = (await admin.send('GET', '/api/backups')).body.backups
    await admin.post(`/api/backups/${name}/restore`, { password: ADMIN.password })
    const log = () => readFileSync(join(home, 'data/logs/clinic-queue.log'), 'utf8')
    const countStarts = () => log().split('"program started"').length - 1
    await until('the restored data is served', () => countStarts() === 2)

    for (const id of findProcesses(INSTALLED, 'serve')) process.kill(id, 'SIGKILL')
    await until('it is back after a crash', () => countStarts() === 3)
    const { body } = await (await signIn(url, ADMIN)).send('GET', '/api/patients')
    expect(body.map((patient: { name: string }) => patient.name)).toEqual(['ALI'])

    const logs = run(['logs'])
    expect(await logs.exit()).toBe(0)
    expect(logs.printed.text).toMatch(/ info +program started: /)

    // As the end of a task does.
    await supervisor.end('SIGKILL')
    await until('nothing runs any more', () => findProcesses(INSTALLED, 'serve').length === 0)
    const uninstalling = run(['uninstall'])
    expect(await uninstalling.exit()).toBe(0)
    expect(readdirSync(join(home, 'data'))).toContain('clinic.db')

    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(home, `data/clinic.db${suffix}`), { force: true })
    const lost = run(['serve'])
    expect(await lost.exit()).toBe(1)
    // The command can be copied, whichever drive it is called from.
    expect(JSON.parse(lost.printed.text).error).toContain(`"${INSTALLED}" restore `)
  })
})
