import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { EventSource } from 'eventsource'
import { BEFORE_ALL_CALLS, type Call } from '#domain/events'
import { type Admin, type PageOptions, startPage } from '../../support/actors/page-actor.ts'
import { createDataFolder, type DataFolder, type Program } from '../../support/server/program.ts'
import { ADMIN, ROOMS } from '../../support/server/test-clinic.ts'
import { signIn, until } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

function aFolder() {
  const data = createDataFolder()
  closings.push(data.close)
  return data
}

function aPage(options: PageOptions) {
  const page = startPage(options)
  closings.push(page.close)
  return page
}

/** Another program, which follows the calls over every reconnect: their ids and names. */
function aProgram(url: string, token: string) {
  const received: [id: string, name: string][] = []
  const source = new EventSource(`${url}/api/v1/events`, {
    fetch: (address, init) => {
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      return fetch(address, { ...init, headers })
    },
  })
  source.addEventListener('call', ({ lastEventId, data }) =>
    received.push([lastEventId, JSON.parse(data).name]),
  )
  closings.push(() => source.close())
  return { received, names: () => received.map(([, name]) => name) }
}

type Clinic = { url: string; admin: Admin; ids: Map<string, number> }

/** Calls each to Room 1, and completes them. Who is not registered yet is registered first. */
async function callEach({ admin, ids }: Clinic, ...names: string[]) {
  for (const name of names) {
    if (!ids.has(name)) ids.set(name, (await admin.register(name)).id)
    const id = ids.get(name) ?? 0
    expect((await admin.call(id, ROOMS.one)).status).toBe(200)
    const completed = { status: 'completed' }
    expect((await admin.step(id, completed)).status).toBe(200)
  }
}

/** A clinic whose day has begun: Ali was called, and Ben and Cara wait. */
async function aDay() {
  const data = aFolder()
  const before = data.start()
  const url = await before.url()
  const admin = await before.admin()
  const clinic = { url, admin, ids: new Map<string, number>() }
  const tv = (await admin.post('/api/tv-devices', { userId: ADMIN.id, name: 'Hall' })).body
  const lab = { name: 'LAB', scopes: ['queue'] }
  const program = (await admin.post('/api/tokens', lab)).body
  await admin.put('/api/settings', settingsBody({ ticketMode: 'screen' }))
  for (const name of ['BEN', 'CARA']) clinic.ids.set(name, (await admin.register(name)).id)
  await callEach(clinic, 'ALI')
  await before.stop()
  return { data, clinic, tvToken: tv.token as string, programToken: program.token as string }
}

async function start(data: DataFolder, url: string) {
  const program = data.start(['--port', new URL(url).port])
  await program.url()
  return program
}

async function getTicket({ admin, ids }: Clinic, name: string) {
  const { body } = await admin.send('GET', `/api/patients/${ids.get(name)}/ticket`)
  return body.ticket as string
}

const readTicket = async (url: string, ticket: string) => {
  const response = await fetch(`${url}/api/t/${ticket}`)
  return [response.status, (await response.json()).state]
}

async function restore(data: DataFolder, backup: string) {
  const { code, output } = await data.run(['restore', backup])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Restored') })
}

type Morning = { backup: string; clinic: Clinic; program: Program }

/** How the data of the morning come to the address of the program that runs. */
const WAYS: [string, (morning: Morning) => Promise<unknown>][] = [
  [
    'the backup on another computer',
    async ({ backup, program, clinic }) => {
      await program.stop()
      const other = aFolder()
      await restore(other, backup)
      await start(other, clinic.url)
    },
  ],
  [
    'the backup on the screen, while all are connected',
    async ({ clinic: { url, admin } }) => {
      const [backup] = (await admin.send('GET', '/api/backups')).body.backups
      const path = `/api/backups/${backup.name}/restore`
      const started = await admin.post(path, { password: ADMIN.password })
      expect(started.status).toBe(202)
      const headers = { cookie: admin.cookie }
      const getStatus = () => fetch(`${url}/api/auth/me`, { headers }).then(({ status }) => status)
      // Everyone has to sign in again.
      await until('it was restored', async () => (await getStatus().catch(() => 0)) === 401)
    },
  ],
]

// All at once, because a TV needs five seconds for each call.
test('what is open continues with older data, however they came there', () =>
  Promise.all(WAYS.map(continueWith)))

async function continueWith([way, restoreMorning]: (typeof WAYS)[number]) {
  const { data, clinic, tvToken, programToken } = await aDay()
  const { url } = clinic
  const { output } = await data.run(['backup'])
  const backup = /The backup is (\S+)/.exec(output)?.[1] ?? ''

  const program = await start(data, url)
  clinic.admin = await program.admin()
  const tv = aPage({ url, token: tvToken, newestCall: await getNewest(url, tvToken) })
  const lab = aProgram(url, programToken)
  const phoneOfBen = await getTicket(clinic, 'BEN')
  await tv.listens()
  await callEach(clinic, 'DAN', 'EVA')
  await until('all were announced', () => tv.played().length === 2)
  await until('the program has them', () => lab.received.length === 2)
  const phoneOfDan = await getTicket(clinic, 'DAN')
  expect(await readTicket(url, phoneOfDan)).toEqual([200, 'done'])

  await restoreMorning({ backup, clinic, program })
  const after = { url, admin: await signIn(url, ADMIN), ids: new Map(clinic.ids) }
  for (const name of ['DAN', 'EVA']) after.ids.delete(name)
  // Calls before and after the TV is back. GIA gets the id and the sequence that DAN had elsewhere.
  const desk = aPage({ url, cookie: after.admin.cookie })
  await callEach(after, 'GIA')
  await tv.listens()
  await callEach(after, 'BEN')
  const played = ['DAN', 'EVA', 'GIA', 'BEN']
  await until(`the TV has announced ${played}`, () => tv.played().length >= played.length)
  expect([way, tv.played()]).toEqual([way, played])
  await desk.shows('BEN completed', 'CARA waiting', 'ALI completed', 'GIA completed')
  await until('the program has the last', () => lab.names().at(-1) === 'BEN')
  expect([way, lab.names().slice(-2)]).toEqual([way, ['GIA', 'BEN']])
  // A call that comes again has its id.
  const ids = new Map(lab.received)
  expect(ids.size).toBe(new Set(lab.names()).size)
  expect(await readTicket(url, phoneOfBen)).toEqual([200, 'done'])
  expect((await readTicket(url, phoneOfDan))[0]).toBe(404)
}

test('a restart announces no call again, and none too few', async () => {
  const { data, clinic, tvToken, programToken } = await aDay()
  const { url } = clinic
  let program = await start(data, url)
  clinic.admin = await program.admin()
  const tv = aPage({ url, token: tvToken, newestCall: await getNewest(url, tvToken) })
  const lab = aProgram(url, programToken)
  await tv.listens()
  await callEach(clinic, 'BEN')
  await until('it was announced', () => tv.played().length === 1)
  await until('the program has it', () => lab.received.length === 1)
  await program.end()
  program = await start(data, url)
  clinic.admin = await program.admin()
  await callEach(clinic, 'CARA')
  await until('the next was announced', () => tv.played().includes('CARA'))
  await until('the program has it', () => lab.names().includes('CARA'))
  expect([tv.played(), lab.names()]).toEqual([
    ['BEN', 'CARA'],
    ['BEN', 'CARA'],
  ])
})

async function getNewest(url: string, tvToken: string) {
  const calls: Call[] = await (await fetch(`${url}/api/tv/${tvToken}/calls`)).json()
  return calls.at(-1) ?? BEFORE_ALL_CALLS
}
