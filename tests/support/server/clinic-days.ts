import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { EventSource } from 'eventsource'
import { describeUnless } from '../unless.ts'
import type { Program } from './program.ts'
import { createPlace, type Place, type System, WINDOWS } from './systems.ts'
import { ADMIN } from './test-clinic.ts'
import { asClient, signIn, until } from './test-server.ts'

const OLD_DATABASE = join(import.meta.dirname, '../database/1.0.0/clinic.db.gz')
const EXIT_RESTART = 75

type Admin = ReturnType<typeof asClient>

const [CALLED, LATER] = ['IBU JÓZEFA', 'AFTER THE BACKUP']

/** Those of the two that are there: the old database may be of today. */
async function listNames(admin: Admin) {
  const { body } = await admin.send('GET', '/api/patients')
  const names = body.map(({ name }: { name: string }) => name)
  return [CALLED, LATER].filter(name => names.includes(name))
}

async function hearCalls(url: string, { cookie }: Admin) {
  const names: string[] = []
  const events = new EventSource(`${url}/api/events`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie } }),
  })
  events.addEventListener('patient:called', ({ data }) => names.push(JSON.parse(data).name))
  await until('it listens', () => events.readyState === EventSource.OPEN)
  return { names, close: () => events.close() }
}

/** With a script, because each system has its own path of what is inside the file. */
async function openPage(url: string) {
  const page = await (await fetch(`${url}/login`)).text()
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  const { status, headers } = await fetch(new URL(script, url))
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: expect.stringContaining('javascript'),
  })
}

async function backUp(admin: Admin): Promise<string> {
  const getStatus = async () => (await admin.send('GET', '/api/backups')).body
  const isEnded = async (count: number) => {
    const { work, backups } = await getStatus()
    return work.step === 'idle' && backups.length === count
  }
  // That of the night is due at once: the data is of another day.
  await until('the first backup ended', () => isEnded(1))
  expect((await admin.post('/api/backups')).status).toBe(202)
  await until('the backup ended', () => isEnded(2))
  const { backups, failure } = await getStatus()
  expect(failure).toBeNull()
  return backups.find(({ kind }: { kind: string }) => kind === 'manual').name
}

/** Where a program cannot replace itself, its service starts it again. */
async function restartedBy(program: Program, place: Place) {
  const isBack = () => program.printed.text.split('"program started"').length > 2
  await until('it is restored', () => isBack() || program.process.exitCode !== null)
  if (program.process.exitCode === null) return program
  expect(program.process.exitCode).toBe(EXIT_RESTART)
  return place.serve()
}

/** What a clinic does with its program from one day to the next, with the real file. */
export const testClinicDays = (system: System) =>
  describeUnless(system.problem)(system.name, () => describeDays(system))

function describeDays(system: System) {
  let place: Place
  const find = (pattern: RegExp) => readdirSync(place.data).filter(name => pattern.test(name))

  beforeAll(() => {
    place = createPlace(system)
  })
  afterAll(() => place?.close())

  test('the data of an older version is brought up to date, backed up, restored and survives a crash', async () => {
    mkdirSync(place.data)
    writeFileSync(join(place.data, 'clinic.db'), gunzipSync(readFileSync(OLD_DATABASE)))
    const reset = await place.run('reset-password', ADMIN.username)
    expect(reset).toEqual({ code: 0, output: expect.stringContaining('The new password of ') })
    const password = /The new password of admin is (\S+)\./.exec(reset.output)?.[1] ?? ''
    expect(find(/^clinic-before-.*\.db$/)).toHaveLength(1)
    const enter = async (program: Program) => signIn(await program.url(), { ...ADMIN, password })

    const first = place.serve()
    const admin = await enter(first)
    await openPage(await first.url())
    const calls = await hearCalls(await first.url(), admin)
    const { id } = await admin.register('ibu józefa')
    const room = await admin.addRoom('Bilik 9')
    expect((await admin.call(id, room.body.id)).status).toBe(200)
    await until('the call is heard', () => calls.names.length > 0)
    expect(calls.names).toEqual([CALLED])
    calls.close()
    const name = await backUp(admin)
    await admin.register('after the backup')
    await first.end('SIGKILL')

    const second = place.serve()
    const again = asClient(await second.url(), admin.cookie)
    expect(await listNames(again)).toEqual([CALLED, LATER])
    const byCommand = await place.run('backup')
    expect(byCommand).toEqual({ code: 0, output: expect.stringContaining('The backup is ') })
    const file = /The backup is (\S+)/.exec(byCommand.output)?.[1] ?? ''
    expect((await again.post(`/api/backups/${name}/restore`, { password })).status).toBe(202)
    const restarted = await restartedBy(second, place)
    expect(await listNames(await enter(restarted))).toEqual([CALLED])
    await restarted.end('SIGKILL')

    expect(await place.run('restore', file)).toEqual({
      code: 0,
      output: expect.stringContaining(`Restored ${file}`),
    })
    const third = place.serve()
    expect(await listNames(await enter(third))).toEqual([CALLED, LATER])
    await third.end('SIGKILL')
    const { code, output: findings } = await place.run('doctor')
    expect({ code, findings }).toEqual({
      code: 0,
      findings: expect.stringContaining('not damaged'),
    })
    expect(find(/^restoring$|\.part$/)).toEqual([])
    expect(find(/\.node$/).length).toBeLessThan(2)
    // Elsewhere Bun itself keeps the library there.
    const left = readdirSync(place.temporary).filter(
      name => system === WINDOWS || !/^\.bun-/.test(name),
    )
    expect(left).toEqual([])
    expect(
      readdirSync(join(place.data, 'backups')).filter(name => !/\.db\.gz$/.test(name)),
    ).toEqual([])
  })
}
