import { expect, test } from 'bun:test'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { NURSE, TEN_O_CLOCK } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const day = TEN_O_CLOCK.slice(0, 10)
const list = (length: number, item: unknown = {}) => Array.from({ length }, () => item)

test.each([
  ['PUT', `/api/appointments/${day}`, list(1_001), 'At most 1000 appointments are possible'],
  ['PUT', '/api/settings', { settings: list(201) }, 'At most 200 settings are saved at once'],
  ['POST', '/api/queues', { name: 'A', roomIds: list(1_001) }, 'roomIds must be a list of ids'],
  ['PATCH', '/api/tv-devices/1', { rooms: list(101) }, 'rooms has more than 100 ids'],
  ['PATCH', '/api/tv-devices/1', { queues: list(101, 'x') }, 'queues has more than 100 ids'],
  ['PATCH', '/api/tv-devices/1', { languages: list(101) }, 'languages has too many entries'],
  ['PATCH', '/api/tv-devices/1', { textLanguages: list(3) }, 'textLanguages must be at most two'],
  ['POST', '/api/tokens', { name: 'A', scopes: list(21) }, 'scopes has too many entries'],
])('%s %s counts a list before it reads the items', async (method, path, json, error) => {
  expect(await admin(path, { method, json })).toMatchObject({ status: 400, body: { error } })
})

test('receipts of a TV are counted before they are read', async () => {
  const { token } = (await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'A' })).body
  const sent = await ctx.signedOut.post(`/api/tv/${token}/receipts`, list(51))
  const error = 'At most 50 receipts are reported at once'
  expect(sent).toMatchObject({ status: 400, body: { error } })
})
