import { expect, test } from 'bun:test'
import { clientPerTest, createSignedInClient, withTestApp } from '../support/server/test-app.ts'
import { ADMIN, NURSE } from '../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const add = (json: unknown) => admin.post('/api/users', json)
const toggle = (id: number, who = admin) => who.patch(`/api/users/${id}/status`)
const remove = (id: number, who = admin) => who.delete(`/api/users/${id}`)

test('a user is added, listed without a password, and can sign in', async () => {
  const added = await add({ username: ' Mei ', password: ' secret1 ', role: 'user' })
  expect(added.status).toBe(201)
  expect(added.body).toEqual({ id: 3, username: 'Mei', role: 'user', isActive: true })
  expect((await admin('/api/users')).body).toEqual([
    { id: 1, username: 'admin', role: 'admin', isActive: true },
    { id: 2, username: 'nurse', role: 'user', isActive: true },
    added.body,
  ])
  await createSignedInClient(ctx.app, { username: 'mei', password: ' secret1 ' })
})

test('two admins add the same name at once: one of them is rejected', async () => {
  const json = { username: 'mei', password: 'secret1' }
  const responses = await Promise.all([add(json), add(json)])
  expect(responses.map(response => response.status).toSorted()).toEqual([201, 409])
})

test('a deactivated user is signed out at once, and back when activated', async () => {
  const nurse = await ctx.nurse()
  expect((await toggle(NURSE.id)).body).toMatchObject({ id: NURSE.id, isActive: false })
  expect((await nurse('/api/patients')).status).toBe(401)
  expect((await toggle(NURSE.id)).body.isActive).toBe(true)
  await ctx.nurse()
})

test('a deleted user is signed out at once, and their history stays', async () => {
  const nurse = await ctx.nurse()
  await nurse.post('/api/patients', { name: 'ali' })
  expect(await remove(NURSE.id)).toMatchObject({ status: 200, body: { success: true } })
  expect((await nurse('/api/patients')).status).toBe(401)
  const [ali] = (await admin('/api/patients')).body
  expect(ali.trackingHistory).toHaveLength(1)
  expect((await remove(NURSE.id)).status).toBe(404)
})

test('a user cannot remove themselves, the built-in admin, or the last active admin', async () => {
  const { body: boss } = await add({ username: 'boss', password: 'secret1', role: 'admin' })
  const other = await createSignedInClient(ctx.app, { username: 'boss', password: 'secret1' })
  for (const response of [
    await remove(ADMIN.id),
    await toggle(ADMIN.id),
    await remove(ADMIN.id, other),
    await toggle(ADMIN.id, other),
    await toggle(boss.id, other),
  ]) {
    expect(response.status).toBe(409)
    expect(response.body.error).toMatch(/own account|built-in admin/)
  }
  expect((await toggle(boss.id)).body.isActive).toBe(false)
})
