import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { NameMode } from '#domain/display/tv-options'
import { type Client, createTestApp, type TestApp } from '../../support/server/test-app.ts'
import { NURSE, ROOMS } from '../../support/server/test-clinic.ts'

let ctx: TestApp
let admin: Client
let statements = 0

beforeEach(async () => {
  ctx = await createTestApp({ onStatement: () => statements++ })
  admin = await ctx.admin()
})
afterEach(() => ctx.close())

async function addTv(name: string, options: object) {
  const json = { userId: NURSE.id, name }
  const { body } = await admin('/api/tv-devices', { method: 'POST', json })
  await admin(`/api/tv-devices/${body.device.id}`, { method: 'PATCH', json: options })
  return async () => (await ctx.signedOut(`/api/tv/${body.token}/shown-calls`)).body
}

async function callNew(name: string, windowId: number, more = {}) {
  const { body } = await admin('/api/patients', { method: 'POST', json: { name, ...more } })
  const json = { status: 'called', windowId }
  await admin(`/api/patients/${body.id}/status`, { method: 'PATCH', json })
}

const OPTIONS = { showsWaiting: true, showsRange: true, showsMissed: true, layout: 'tiles' }

test('fifty TVs cost the database after a call what one does', async () => {
  const tvs = []
  for (let n = 0; n < 50; n++) {
    const names: NameMode = n % 2 === 0 ? 'full' : 'initials'
    tvs.push(await addTv(`TV ${n}`, { ...OPTIONS, names }))
  }
  // The first time saves when each was seen.
  for (let n = 0; n < 2; n++) await Promise.all(tvs.map(see => see()))
  await callNew('ALI BAKAR', ROOMS.one)
  statements = 0
  const shown = await Promise.all(tvs.map(see => see()))
  expect(statements).toBe(0)
  expect(shown.map(({ current }) => current.name)).toEqual(
    tvs.map((_, n) => (n % 2 === 0 ? 'ALI BAKAR' : 'A. B.')),
  )
})

test('what a TV may not show never comes from another TV', async () => {
  const [full, initials, numbers, roomOne, roomTwo] = await Promise.all([
    addTv('Full', OPTIONS),
    addTv('Initials', { ...OPTIONS, names: 'initials' }),
    addTv('Numbers', { ...OPTIONS, names: 'number' }),
    addTv('One', { ...OPTIONS, rooms: [ROOMS.one] }),
    addTv('Two', { ...OPTIONS, rooms: [ROOMS.two], names: 'number' }),
  ])
  const see = () =>
    Promise.all(
      [full, initials, numbers, roomOne, roomTwo].map(async get => {
        const { current, tiles } = await get()
        return [
          current?.name,
          tiles.flatMap((tile: { patient: { name: string } | null }) => tile.patient?.name ?? []),
        ]
      }),
    )
  await callNew('ALI BAKAR', ROOMS.one)
  expect(await see()).toEqual([
    ['ALI BAKAR', ['ALI BAKAR']],
    ['A. B.', ['A. B.']],
    [null, []],
    ['ALI BAKAR', ['ALI BAKAR']],
    [undefined, []],
  ])
  await callNew('SITI OMAR', ROOMS.two, { isDiscreet: true })
  expect(await see()).toEqual([
    [null, ['ALI BAKAR']],
    [null, ['A. B.']],
    [null, []],
    ['ALI BAKAR', ['ALI BAKAR']],
    [null, []],
  ])
})

test("a TV whose options change shows the new ones' view at once", async () => {
  const see = await addTv('Hall', OPTIONS)
  await callNew('ALI BAKAR', ROOMS.one)
  expect((await see()).current.name).toBe('ALI BAKAR')
  await admin('/api/tv-devices/1', { method: 'PATCH', json: { names: 'number' } })
  expect((await see()).current.name).toBeNull()
})
