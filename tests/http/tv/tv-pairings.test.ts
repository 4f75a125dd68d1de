import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { MAX_PAIRINGS, PAIRING_TTL_MS, TOKEN_TTL_MS } from '#domain/display/tv-pairing'
import { startPairing } from '../../../server/actions/tv/tv-pairings.ts'
import { clientPerTest, createSignedInClient, withTestApp } from '../../support/server/test-app.ts'
import { NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const requestCode = () => ctx.signedOut.post('/api/tv/pairings')
const getPairing = (pairingId: string) => ctx.signedOut(`/api/tv/pairings/${pairingId}`)
const pair = (code: string, { name = 'Hall', who = admin } = {}) =>
  who.post('/api/tv-devices/pair', { code, userId: NURSE.id, name })
const list = async () => (await admin(`/api/tv-devices?userId=${NURSE.id}`)).body
const UNKNOWN = 'Unknown code. Check the TV: it shows a new one every 10 minutes.'

test('a TV shows a code, an admin types it, and the TV has its token', async () => {
  const created = await requestCode()
  expect(created.status).toBe(201)
  const { code, pairingId, expiresAt } = created.body
  expect(code).toMatch(/^[A-Z0-9]{6}$/)
  expect(pairingId).toMatch(/^[a-z2-7]{26,}$/)
  expect(Date.parse(expiresAt) - Date.parse(ctx.clock.now())).toBe(PAIRING_TTL_MS)
  expect((await getPairing(pairingId)).body).toEqual({ state: 'waiting', expiresAt })

  const paired = await pair(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)
  expect(paired).toMatchObject({ status: 201, body: { device: { id: 1, name: 'Hall' } } })
  expect(JSON.stringify(paired.body)).not.toContain('token')
  const poll = await getPairing(pairingId)
  expect(poll.body).toMatchObject({ state: 'paired' })
  expect(poll.headers.get('set-cookie')).toBeNull()
  expect((await ctx.signedOut(`/api/tv/${poll.body.token}/settings`)).status).toBe(200)
  const rows = JSON.stringify(await ctx.database.read(db => db.all(sql`select * from tv_pairings`)))
  expect(rows).toContain(code)
  for (const secret of [pairingId, poll.body.token]) expect(rows).not.toContain(secret)
})

test('addresses of one IPv6 network do not push out the code of a waiting TV', async () => {
  const { pairingId } = (await requestCode()).body
  const statuses = new Set<number>()
  for (let n = 0; n < MAX_PAIRINGS; n++) {
    const from = `2001:db8::${n.toString(16)}`
    const { status } = await ctx.signedOut.post('/api/tv/pairings', undefined, { from })
    statuses.add(status)
  }
  expect([...statuses]).toEqual([201, 429])
  expect((await getPairing(pairingId)).status).toBe(200)
})

test('a token is there for one minute after the first time, and for ten after the pairing', async () => {
  const { code, pairingId } = (await requestCode()).body
  ctx.clock.advance(PAIRING_TTL_MS - 1)
  await pair(code)
  ctx.clock.advance(PAIRING_TTL_MS - 1)
  const first = await getPairing(pairingId)
  expect(first.body.state).toBe('paired')
  ctx.clock.advance(TOKEN_TTL_MS - 1)
  expect(await getPairing(pairingId)).toMatchObject({ status: 200, body: first.body })
  ctx.clock.advance(1)
  expect((await getPairing(pairingId)).status).toBe(404)
})

test('a code expires after ten minutes, for the TV and for the admin', async () => {
  const { code, pairingId } = (await requestCode()).body
  ctx.clock.advance(PAIRING_TTL_MS)
  const error = 'This code has expired. Get a new one.'
  for (const unknown of [pairingId, 'a'.repeat(32), 'settings']) {
    expect(await getPairing(unknown)).toMatchObject({ status: 404, body: { error } })
  }
  expect(await pair(code)).toMatchObject({ status: 404, body: { error: UNKNOWN, field: 'code' } })
})

test('wrong codes are throttled, and a rejected name does not use up the code', async () => {
  for (let n = 0; n < 5; n++) expect((await pair('AAAAAA')).status).toBe(404)
  const { code } = (await requestCode()).body
  const early = await pair(code)
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
  ctx.clock.advance(1_000)
  expect((await pair(code, { name: 'x'.repeat(41) })).status).toBe(400)
  expect((await pair(code)).status).toBe(201)
})

test('two admins type the same code at once: one of them connects the TV', async () => {
  const json = { username: 'boss', password: 'secret1', role: 'admin' }
  await admin.post('/api/users', json)
  const boss = await createSignedInClient(ctx.app, json)
  const { code, pairingId } = (await requestCode()).body
  const responses = await Promise.all([
    pair(code, { name: 'Hall' }),
    pair(code, { name: 'Ward', who: boss }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404])
  expect(await list()).toHaveLength(1)
  const { token } = (await getPairing(pairingId)).body
  expect((await ctx.signedOut(`/api/tv/${token}/settings`)).status).toBe(200)
})

test('an address that requests more than thirty codes in an hour has to wait', async () => {
  for (let n = 0; n < 30; n++) expect((await requestCode()).status).toBe(201)
  const refused = await requestCode()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  ctx.clock.advance(60 * 60_000)
  expect((await requestCode()).status).toBe(201)
})

const isWaiting = async ({ pairingId }: { pairingId: string }) =>
  (await getPairing(pairingId)).body.state === 'waiting'

test('addresses that ask for many codes push out their own, not the one of a waiting TV', async () => {
  const { pairingId } = (await requestCode()).body
  for (let address = 0; address < 8; address++) {
    for (let n = 0; n < 30; n++) {
      ctx.clock.advance(1)
      await startPairing(ctx.clinic, `10.0.0.${address}`)
    }
  }
  expect(await isWaiting({ pairingId })).toBe(true)
})

/** Codes from one new address each, a second apart, while the TVs go on asking for theirs. */
async function attack(count: number, tvs: { pairingId: string }[]) {
  for (let n = 0; n < count; n++) {
    ctx.clock.advance(1_000)
    if (n % 2 === 0) for (const tv of tvs) await getPairing(tv.pairingId)
    await startPairing(ctx.clinic, `10.${n >> 8}.${n & 255}.1`)
  }
}

test('codes of a thousand addresses push out none that a TV asks about', async () => {
  const here = [await startPairing(ctx.clinic, 'here'), await startPairing(ctx.clinic, 'here')]
  await attack(300, here)
  // One that comes later keeps its code, too.
  const later = await startPairing(ctx.clinic, 'elsewhere')
  await attack(270, [...here, later])
  for (const tv of [...here, later]) expect(await isWaiting(tv)).toBe(true)
  expect((await pair(later.code)).status).toBe(201)
  expect((await getPairing(later.pairingId)).body.state).toBe('paired')
})

test('a code that was typed stays until its TV has its token', async () => {
  const { code, pairingId } = await startPairing(ctx.clinic, 'here')
  expect((await pair(code)).status).toBe(201)
  await attack(400, [])
  expect((await getPairing(pairingId)).body.state).toBe('paired')
})

test('if a TV asks about each of them a new one waits, and uses up none of its thirty', async () => {
  const all = []
  for (let n = 0; n < MAX_PAIRINGS; n++) all.push(await startPairing(ctx.clinic, `10.0.${n}.1`))
  for (let n = 0; n < 40; n++) {
    ctx.clock.advance(5_000)
    for (const { pairingId } of all) await getPairing(pairingId)
    expect((await requestCode()).status).toBe(429)
  }
  // One of them is switched off.
  for (let n = 0; n < 8; n++) {
    ctx.clock.advance(5_000)
    for (const { pairingId } of all.slice(1)) await getPairing(pairingId)
  }
  expect((await requestCode()).status).toBe(201)
  expect(await Promise.all(all.map(isWaiting))).toEqual(all.map((_, n) => n > 0))
})

test('an address that asks about all its codes leaves room for others', async () => {
  const all = []
  for (let address = 0; address < 7; address++) {
    for (let n = 0; n < 29; n++) all.push(await startPairing(ctx.clinic, `10.0.0.${address}`))
    ctx.clock.advance(2_000)
    for (const { pairingId } of all) await getPairing(pairingId)
  }
  expect((await requestCode()).status).toBe(201)
})
