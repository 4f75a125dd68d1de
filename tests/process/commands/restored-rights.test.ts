import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { setUpDataFolder } from '../../support/server/data-folder.ts'
import type { Program } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'

const NEW_PASSWORD = 'another horse'
const NOBODY =
  'This backup cannot be used: all its administrators are inactive or deleted, so nobody could log in'

const ctx = setUpDataFolder()

/** A clinic with a TV, a program and a user, a backup of it, and what its administrator did then. */
async function fillClinic() {
  const program = ctx.start()
  const admin = await program.admin()
  const post = async (path: string, json: object) => (await admin.send('POST', path, json)).body
  const tv = await post('/api/tv-devices', { userId: 1, name: 'Hall' })
  const { id, token } = await post('/api/tokens', { name: 'Lab', scopes: ['queue'] })
  const user = { username: 'nurse', password: 'battery staple', role: 'user' }
  const nurse = await post('/api/users', user)
  const patient = await admin.register('ali')
  await program.stop()
  const file = /The backup is (\S+)/.exec((await ctx.run(['backup'])).output)?.[1] ?? ''

  const later = ctx.start()
  const again = await later.admin()
  await again.send('DELETE', `/api/tv-devices/${tv.device.id}`)
  await again.send('DELETE', `/api/tokens/${id}`)
  await again.send('PATCH', `/api/users/${nurse.id}/status`)
  await again.send('POST', `/api/patients/${patient.id}/forget`)
  const passwords = { currentPassword: ADMIN.password, newPassword: NEW_PASSWORD }
  expect((await again.send('POST', '/api/auth/change-password', passwords)).status).toBe(200)
  return { file, running: later, tvToken: tv.token, token }
}

const STAYING = [
  '1 revoked TV stays revoked',
  '1 removed connected system stays removed',
  '1 deactivated user stays deactivated',
  '1 changed password stays changed',
  '1 removed name stays removed',
]

type Clinic = Awaited<ReturnType<typeof fillClinic>>

async function expectNothingRevived(program: Program, { tvToken, token }: Clinic) {
  const url = await program.url()
  const admin = await signIn(url, { ...ADMIN, password: NEW_PASSWORD })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
  for (const old of [ADMIN, { ...ADMIN, username: 'nurse', password: 'battery staple' }]) {
    const { send } = await signIn(url, old)
    expect((await send('GET', '/api/auth/me')).status).toBe(401)
  }
  expect((await fetch(`${url}/tv/${tvToken}`)).status).not.toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${url}/api/v1/queue`, { headers })).status).toBe(401)
  expect((await admin.send('GET', '/api/patients')).body).toMatchObject([{ name: null }])
  return admin
}

test('the restore command keeps revoked what was revoked since, and lists it', async () => {
  const clinic = await fillClinic()
  await clinic.running.stop()
  const { code, output } = await ctx.run(['restore', clinic.file])
  expect(code).toBe(0)
  const [, ...lines] = output
    .trim()
    .split('\n')
    .slice(-STAYING.length - 1)
  expect(lines).toEqual(STAYING.map(line => `${line}.`))
  expect(output).toContain('with the present passwords')
  const admin = await expectNothingRevived(ctx.start(), clinic)
  const audit = '/api/audit?from=2000-01-01&to=2099-12-31&action=data%20restored'
  const { entries } = (await admin.send('GET', audit)).body
  expect(entries).toMatchObject([{ detail: STAYING.join(', ') }])
})

test('where the present data is damaged, a restore says what to check, with the date', async () => {
  const { file, running } = await fillClinic()
  await running.stop()
  const database = join(ctx.folder, 'clinic.db')
  const data = readFileSync(database)
  writeFileSync(database, data.fill(7, 4096))
  const { code, output } = await ctx.run(['restore', file])
  expect([code, output]).toEqual([0, expect.stringContaining('the passwords from that backup')])
  expect(output).toMatch(
    /\nUsers, passwords, TVs, kiosks and connected systems are as they were on \d+ \w+ \d{4} at \d\d:\d\d, .*\nCheck .*\.\n$/,
  )
})

test('a file whose administrators are all inactive is refused', async () => {
  const { file, running } = await fillClinic()
  await running.stop()
  const changed = join(ctx.folder, 'changed.db')
  writeFileSync(changed, gunzipSync(readFileSync(file)))
  const database = new Database(changed)
  database.run("update users set is_active = 0 where role = 'admin'")
  database.close()
  expect(await ctx.run(['restore', changed])).toEqual({ code: 1, output: `${NOBODY}.\n` })
})
