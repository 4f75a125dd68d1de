import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { DEMO_HAS_NO_BACKUPS } from '#domain/backups/backups'
import { clientPerTest, createTestApp, withTestApp } from '../support/server/test-app.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const NAME = 'clinic-2026-11-20-100000-manual'
const at = (path: string) => `/api/backups/${path}`
const backUp = () => admin.post('/api/backups')
const restore = (json: unknown, name = NAME) => admin.post(at(`${name}/restore`), json)
const now = async () => (await admin('/api/backups')).body
const isIdle = async () => (await now()).work.step === 'idle'

async function backedUp() {
  expect((await backUp()).status).toBe(202)
  await until('it is made', isIdle)
}

/** The names of the backups with which the program would restart. */
function recordRestarts() {
  const handed: string[] = []
  ctx.clinic.restartIntoRestore = async () => void handed.push((await now()).work.name)
  return handed
}

test('a backup is made in the background, listed and fetched whole', async () => {
  expect(await now()).toEqual({
    backups: [],
    work: { step: 'idle' },
    failure: null,
    copies: null,
    restore: null,
    unavailable: null,
  })
  expect((await backUp()).body).toEqual({ success: true })
  expect((await now()).work).toEqual({ step: 'backing-up' })
  const second = await backUp()
  expect([second.status, second.body]).toEqual([409, { error: 'A backup is already being made' }])
  await until('it is made', isIdle)

  const { backups } = await now()
  expect(backups).toMatchObject([{ name: NAME, kind: 'manual' }])
  const file = await admin(at(`${NAME}/file`))
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${NAME}.db.gz"`)
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(Number(file.headers.get('content-length'))).toBe(file.bytes.byteLength)
  const saved = await Bun.file(join(ctx.folder, 'backups', `${NAME}.db.gz`)).bytes()
  expect(file.bytes).toEqual(saved)
})

test("a restore needs the administrator's own password, and says when another one is running", async () => {
  await backedUp()
  const handed = recordRestarts()
  expect(await restore({})).toMatchObject({ status: 400, body: { field: 'password' } })
  expect(await restore({ password: 'a guess' })).toMatchObject({
    status: 400,
    body: { error: 'The password is incorrect', field: 'password' },
  })
  expect((await restore({ password: ADMIN.password })).status).toBe(202)
  expect((await restore({ password: ADMIN.password })).body.error).toBe(
    'A backup is being restored',
  )
  expect((await backUp()).status).toBe(409)
  await until('it is handed over', () => handed.length > 0)
  expect(handed).toEqual([NAME])
})

test('guessing the password is throttled by session', async () => {
  await backedUp()
  const second = await ctx.admin()
  const handed = recordRestarts()
  for (let tries = 0; tries < 5; tries++) await restore({ password: 'a guess' })
  expect((await restore({ password: ADMIN.password })).status).toBe(429)
  const json = { password: ADMIN.password }
  expect((await second.post(at(`${NAME}/restore`), json)).status).toBe(202)
  await until('it is handed over', () => handed.length > 0)
})

test('a backup is deleted, but never the newest intact one', async () => {
  await backedUp()
  ctx.clock.advance(1_000)
  await backedUp()
  const newest = await admin.delete(at('clinic-2026-11-20-100001-manual'))
  expect([newest.status, newest.body]).toEqual([
    409,
    { error: 'The newest backup cannot be deleted' },
  ])
  const remove = () => admin.delete(at(NAME))
  const both = await Promise.all([remove(), remove()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await remove()).body).toEqual({ error: 'This backup does not exist' })
  expect((await now()).backups).toHaveLength(1)
})

test('a demo says that it keeps nothing', async () => {
  const demo = await createTestApp({ isDemo: true })
  const boss = await demo.admin()
  expect((await boss('/api/backups')).body).toMatchObject({
    backups: [],
    unavailable: DEMO_HAS_NO_BACKUPS,
  })
  expect(await boss.post('/api/backups')).toMatchObject({
    status: 409,
    body: { error: DEMO_HAS_NO_BACKUPS },
  })
  await demo.close()
})
