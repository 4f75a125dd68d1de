import { afterAll, describe, expect, test } from 'bun:test'
import { createTestApp } from '../support/server/test-app.ts'

const ctx = await createTestApp()
const admin = await ctx.admin()
await admin.post('/api/tv-devices', { userId: 2, name: 'Hall' })
ctx.published.length = 0
afterAll(() => ctx.close())

const long = (length: number) => 'x'.repeat(length)
const display = (key: string, value: unknown) => ({ key, value, category: 'display' })

const LOGIN = 'POST /api/auth/login'
const PASSWORD = 'POST /api/auth/change-password'
const REGISTER = 'POST /api/patients'
const STEP = 'PATCH /api/patients/1/status'
const ROOM = 'POST /api/windows'
const USER = 'POST /api/users'
const TV = 'POST /api/tv-devices'
const OPTIONS = 'PATCH /api/tv-devices/1'
const TOKEN = 'POST /api/tokens'
const SETTINGS = 'PUT /api/settings'
const LINK = 'POST /api/media'

const STATUS =
  'Status must be one of waiting, called, in-progress, dispensary, requeue, completed, missed, no-show'
const AT_MOST_500 = 'Must be at most 500 characters'
const LONG_REASON = 'Priority reason must be at most 100 characters'
const AT_MOST_1000 = 'Must be at most 1000 characters'
const NO_ADDRESS = 'This is not a web address'
const NO_LIST = 'settings must be a list'
const NO_NUMBER = expect.stringContaining('number')

test.each<[route: string, json: unknown, error: unknown, field: string, status?: number]>([
  [LOGIN, {}, 'Username is required', 'username'],
  [LOGIN, { username: ' ', password: 'x' }, 'Username is required', 'username'],
  [LOGIN, { username: long(201), password: 'x' }, 'Must be at most 200 characters', 'username'],
  [LOGIN, { username: 'x' }, 'Password is required', 'password'],
  [LOGIN, { username: 'x', password: long(1001) }, AT_MOST_1000, 'password'],
  [PASSWORD, {}, 'Current password is required', 'currentPassword'],
  [PASSWORD, { currentPassword: 'x', newPassword: ' ' }, 'New password is required', 'newPassword'],
  [REGISTER, { name: 7 }, 'Name must be text', 'name'],
  [REGISTER, { name: long(26) }, 'Name must be at most 25 characters', 'name'],
  [REGISTER, { name: `e${'\u0301'.repeat(200)}` }, expect.any(String), 'name'],
  [REGISTER, { number: '7' }, 'Number must be a number', 'number'],
  [REGISTER, { type: 7 }, 'Type must be text', 'type'],
  [REGISTER, { type: long(21) }, 'Must be at most 20 characters', 'type'],
  [REGISTER, { isPriority: 'yes' }, 'isPriority must be true or false', 'isPriority'],
  [REGISTER, { name: 'x', isPriority: true }, 'Priority reason is required', 'priorityReason'],
  [REGISTER, { priorityReason: [] }, 'Priority reason must be text', 'priorityReason'],
  [REGISTER, { priorityReason: long(1001) }, LONG_REASON, 'priorityReason'],
  [STEP, { status: 'lost' }, STATUS, 'status'],
  [STEP, { status: 'called', windowId: '2' }, 'windowId must be a number', 'windowId'],
  [STEP, { status: 'called', windowId: 0 }, NO_NUMBER, 'windowId'],
  [STEP, { status: 'called', seenSteps: -1 }, NO_NUMBER, 'seenSteps'],
  [STEP, { status: 'requeue', requeueReason: 7 }, 'Requeue reason must be text', 'requeueReason'],
  [STEP, { status: 'requeue', requeueReason: long(501) }, AT_MOST_500, 'requeueReason'],
  ['GET /api/dashboard/calls?after=abc', undefined, 'after must be a number', 'after'],
  [`GET /api/dashboard/current-call?t=${long(41)}`, undefined, expect.any(String), 't'],
  [ROOM, { name: '   ' }, 'Room name is required', 'name'],
  [USER, { username: 'mei' }, 'Please complete all information', 'password'],
  [USER, { username: 'NURSE', password: 'secret1' }, 'Username already exists', 'username', 409],
  [
    USER,
    { username: 'mei', password: 'secret1', role: 'boss' },
    'Role must be one of user, admin',
    'role',
  ],
  [TV, { userId: 2 }, 'TV name is required', 'name'],
  [TV, { userId: 2, name: 'HALL' }, 'A TV named HALL already exists', 'name', 409],
  [TV, { userId: 'x', name: 'Ward' }, 'userId must be a number', 'userId'],
  ['GET /api/tv-devices?userId=x', undefined, expect.any(String), 'userId'],
  [OPTIONS, { layout: 'round' }, 'layout must be classic or tiles', 'layout'],
  [OPTIONS, { names: 'none' }, 'names must be full, initials or number', 'names'],
  [OPTIONS, { overscan: 3 }, 'overscan must be 0, 2.5 or 5', 'overscan'],
  [OPTIONS, { rooms: 'all' }, 'rooms must be a list of ids', 'rooms'],
  [OPTIONS, { hasSound: 'yes' }, 'hasSound must be true or false', 'hasSound'],
  [OPTIONS, { languages: ['fr'] }, 'languages must be ms, en, zh or ta', 'languages.0'],
  [TOKEN, { name: '', scopes: ['queue'] }, expect.any(String), 'name'],
  [TOKEN, { name: 'LAB', scopes: [] }, expect.any(String), 'scopes'],
  [TOKEN, { name: 'LAB', scopes: ['everything'] }, expect.any(String), 'scopes.0'],
  [SETTINGS, { settings: 'all' }, NO_LIST, 'settings'],
  [SETTINGS, { settings: [display('nonsense', 'x')] }, 'Unknown setting: nonsense', 'nonsense'],
  [SETTINGS, { settings: [display('volume', '1')] }, 'volume belongs to audio', 'volume'],
  [
    SETTINGS,
    { settings: [display('theme', 'blue'), display('clinicName', 50)] },
    'The value of a setting must be text',
    'settings.1.value',
  ],
  [
    SETTINGS,
    { settings: [display('clinicName', 'AMAN'), display('callBorderColor', 'red')] },
    'callBorderColor has a value that is not allowed',
    'callBorderColor',
  ],
  [LINK, { type: 'video', url: 'javascript:alert(1)' }, NO_ADDRESS, 'url'],
  [LINK, { type: 'video', url: 'https://mei:secret@example.org/' }, NO_ADDRESS, 'url'],
  [LINK, { type: 'video', url: ' ' }, 'Please enter a web address', 'url'],
  [LINK, { type: 'video', url: `https://e.org/${long(500)}` }, AT_MOST_500, 'url'],
  [LINK, { type: 'youtube', url: 'https://e.org/a.mp4' }, 'This is not a YouTube link', 'url'],
  [LINK, { type: 'image', url: 'https://e.org' }, 'Type must be one of video, youtube', 'type'],
  ['GET /api/reports?from=2026-11-21&to=2026-11-20', undefined, expect.any(String), 'from'],
  ['GET /api/reports?from=yesterday&to=2026-11-20', undefined, expect.any(String), 'from'],
  ['GET /api/reports?from=2026-11-13&to=2026-11-20&by=doctor', undefined, expect.anything(), 'by'],
])('%s with %j is refused in a sentence: %p', async (route, json, error, field, status = 400) => {
  const [method, path = ''] = route.split(' ')
  const version = ctx.database.version()
  const response = await admin(path, { method, ...(json ? { json } : {}) })
  expect([response.status, response.body]).toEqual([status, { error, field }])
  expect([ctx.database.version(), ctx.published]).toEqual([version, []])
})

describe.each(['/api/prayer-times', '/api/weather'])('%s', path => {
  test.each([
    ['?latitude=91&longitude=0', 'latitude'],
    ['?latitude=&longitude=0', 'latitude'],
    [`?latitude=${'0'.repeat(31)}&longitude=0`, 'latitude'],
    ['?latitude=3&longitude=180.1', 'longitude'],
    ['?latitude=3', 'longitude'],
    ['?longitude=101', 'latitude'],
  ])('rejects the place %s and names its %s', async (query, field) => {
    const { status, body, headers } = await admin(path + query)
    expect({ status, field: body.field }).toEqual({ status: 400, field })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

test.each(['x', '0', '-1', '1.5', '9007199254740992'])('there is no patient %j', async id => {
  const json = { status: 'completed' }
  expect((await admin.patch(`/api/patients/${id}/status`, json)).status).toBe(404)
})

test.each(['{"name":', 'null', '"text"', '7', '[]', 'name=ALI'])('%s is no form', async body => {
  const headers = { 'content-type': 'application/json' }
  for (const path of ['/api/patients', '/api/windows', '/api/auth/login']) {
    expect((await admin.post(path, undefined, { body, headers })).status).toBe(400)
  }
  expect(ctx.published).toEqual([])
})

test('null is as good as nothing, and fields that no form knows are dropped', async () => {
  const json = { name: null, number: null, priorityReason: null, id: 99, calledAt: 'x', day: 'y' }
  const { status, body } = await admin.post('/api/patients', json)
  const expected = { id: 1, name: null, number: 1, calledAt: null, day: '2026-11-20' }
  expect([status, body]).toMatchObject([201, expected])
  const change = { status: 'called', windowId: 2, requeueReason: null, callSequence: 99 }
  const called = await admin.step(1, change)
  expect([called.status, called.body.callSequence]).toEqual([200, 1])
})
