import { expect, test } from 'bun:test'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

const ctx = withTestApp()
const nurse = clientPerTest(() => ctx.nurse())

const names = async () =>
  (await nurse('/api/windows')).body.map((room: { name: string }) => room.name)
const { addRoom: add, renameRoom: rename } = nurse
const toggle = (id: number) => nurse.patch(`/api/windows/${id}/status`)
const remove = (id: number) => nurse.delete(`/api/windows/${id}`)

test('a new clinic has two rooms and the dispensary', async () => {
  expect(await names()).toEqual(['Room 1', 'Room 2', 'DISPENSARY'])
})

test('a room is added, renamed, switched off and deleted, and every screen is notified', async () => {
  const added = await add(' Room 6 - Dr. Lim ')
  expect(added).toMatchObject({ status: 201, body: { name: 'Room 6 - Dr. Lim', isActive: true } })
  expect((await rename(added.body.id, 'Room 7')).body.name).toBe('Room 7')
  expect((await toggle(added.body.id)).body.isActive).toBe(false)
  expect((await toggle(added.body.id)).body.isActive).toBe(true)
  expect(await remove(added.body.id)).toMatchObject({ status: 200, body: { success: true } })
  expect(await names()).toEqual(['Room 1', 'Room 2', 'DISPENSARY'])
  expect(ctx.published.map(({ event }) => event)).toEqual(Array(5).fill('queue:updated'))
})

test('a name is required and unique', async () => {
  expect(await add('  ')).toMatchObject({
    status: 400,
    body: { error: 'Room name is required', field: 'name' },
  })
  expect((await add('room 1')).status).toBe(409)
  expect((await rename(ROOMS.one, 'Room 2')).status).toBe(409)
  expect((await rename(ROOMS.one, 'ROOM 1')).status).toBe(200)
  expect((await rename(99, 'Room 9')).status).toBe(404)
})

test('the dispensary can be switched off, but neither renamed nor deleted', async () => {
  expect((await rename(ROOMS.dispensary, 'Medicine')).status).toBe(409)
  expect((await remove(ROOMS.dispensary)).status).toBe(409)
  expect((await toggle(ROOMS.dispensary)).body.isActive).toBe(false)
})

test('a room with a patient cannot be deleted, and the error names the patient', async () => {
  await nurse.post('/api/patients', { name: 'ali' })
  const call = { status: 'called', windowId: ROOMS.one }
  await nurse.step(1, call)
  expect((await remove(ROOMS.one)).body.error).toContain('has a patient')
  const [room] = (await nurse('/api/windows')).body
  expect(room).toMatchObject({
    currentPatientId: 1,
    currentPatientName: 'ALI',
    currentPatientNumber: 1,
  })

  await nurse.step(1, { status: 'completed' })
  expect((await remove(ROOMS.one)).status).toBe(200)
  const [ali] = (await nurse('/api/patients')).body
  expect(ali.lastWindowId).toBeNull()
})
