import { afterAll, beforeAll, expect, test } from 'bun:test'
import { version } from '../../package.json'
import { createApp } from '../../server/app.ts'
import { BUILD, describeBuild } from '../../server/config/version.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { type Client, createClient, createSignedInClient } from '../support/server/test-app.ts'
import { ADMIN, createTestClinic, NURSE, type TestClinic } from '../support/server/test-clinic.ts'

let ctx: TestClinic
let signedOut: Client
let nurse: Client
let admin: Client

beforeAll(async () => {
  ctx = await createTestClinic()
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  signedOut = createClient(app)
  nurse = await createSignedInClient(app, NURSE)
  admin = await createSignedInClient(app, ADMIN)
})
afterAll(() => ctx.close())

test('whoever is signed in reads the licenses of everything that is shipped', async () => {
  const { status, headers, body } = await nurse('/licenses')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain(`Clinic Queue ${version} (MIT)`)
  expect(body).toContain('socket.io ')
})

test('signed out, nobody learns which packages are in the program', async () => {
  for (const path of ['/licenses', '/.licenses.txt']) {
    const { status, body } = await signedOut(path)
    expect([status, body.includes('<title>Login')]).toEqual([404, true])
  }
})

test('Settings link the licenses and tell administrators the version', async () => {
  const link = '<a href="/licenses">Licenses</a>'
  const forAdmin = (await admin('/settings')).body
  expect(forAdmin).toContain(link)
  expect(forAdmin).toContain(describeBuild())
  const forNurse = (await nurse('/settings')).body
  expect(forNurse).toContain(link)
  expect(forNurse).not.toContain(describeBuild())
})

test('the version is that of package.json, with date and commit of a compiled program', () => {
  expect(BUILD.version).toBe(version)
  const builtAt = '2026-11-23T08:15:30.000Z'
  const compiled = { version: '1.0.0', commit: '5fe6104', builtAt }
  expect(describeBuild(compiled)).toBe('Version 1.0.0, built 2026-11-23, commit 5fe6104')
  const source = { version: '1.0.0', commit: null, builtAt: null }
  expect(describeBuild(source)).toBe('Version 1.0.0, from source')
})
