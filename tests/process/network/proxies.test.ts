import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createPng } from '../../support/files/images.ts'
import { REAL_PROXIES, startRealProxy } from '../../support/network/real-proxies.ts'
import { recordEventStream } from '../../support/realtime/event-recorder.ts'
import { createDataFolder, type Program } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { connectSocket, signIn, until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { describeUnless } from '../../support/unless.ts'

// Longer than usual: two programs and a proxy start.
setDefaultTimeout(TIME_LIMIT_MS)

const TWENTY_MEGABYTES = 'x'.repeat(20 * 1024 * 1024)

for (const { name, problem, configure } of REAL_PROXIES)
  describeUnless(problem)(`behind ${name}, as documented,`, () => {
    const folders = [createDataFolder(), createDataFolder()]
    let programs: Program[]
    let alone: Awaited<ReturnType<typeof startRealProxy>>
    let inFrontOfTwo: Awaited<ReturnType<typeof startRealProxy>>

    beforeAll(async () => {
      programs = folders.map(folder => folder.start())
      const ports = await Promise.all(
        programs.map(async program => Number(new URL(await program.url()).port)),
      )
      alone = await startRealProxy(configure, ports.slice(0, 1))
      inFrontOfTwo = await startRealProxy(configure, ports)
    })

    afterAll(async () => {
      await Promise.all([alone?.close(), inFrontOfTwo?.close()])
      for (const folder of folders) folder.close()
    })

    test('requests that are far too large get their answer, and never stop the clinic', async () => {
      const headers = { 'content-type': 'application/json' }
      for (let round = 0; round < 10; round++) {
        const signIn = { method: 'POST', headers, body: TWENTY_MEGABYTES }
        const tooLarge = await fetch(`${inFrontOfTwo.url}/api/auth/login`, signIn)
        expect([tooLarge.status, await tooLarge.json()]).toEqual([
          413,
          { error: 'The request is too large' },
        ])
        const upload = await fetch(`${inFrontOfTwo.url}/api/media/upload`, signIn)
        expect([upload.status, await upload.json()]).toEqual([401, { error: 'Please sign in' }])
      }
      expect((await fetch(`${inFrontOfTwo.url}/healthz`)).status).toBe(200)
    })

    test("an administrator's photo of 20 MB is refused with its own sentence", async () => {
      const { cookie } = await signIn(alone.url, ADMIN)
      const body = new FormData()
      const photo = new File([createPng({ bytes: 20 * 1024 * 1024 })], 'photo.png')
      body.set('file', photo)
      body.set('name', 'photo.png')
      const headers = { cookie }
      const refused = await fetch(`${alone.url}/api/media/upload`, {
        method: 'POST',
        headers,
        body,
      })
      expect([refused.status, (await refused.json()).error]).toEqual([
        413,
        'The image is larger than 10 MB. Please choose a smaller one.',
      ])
    })

    test('live events arrive at once, by websocket and by stream', async () => {
      const admin = await signIn(alone.url, ADMIN)
      const stream = recordEventStream(`${alone.url}/api/events`, admin.cookie)
      const { socket, received } = connectSocket(alone.url, {
        cookie: admin.cookie,
        transports: ['websocket'],
      })
      const listeners = [stream.received, received]
      await until('both listen', () => listeners.every(events => events.length > 0))
      await admin.register('ALI')
      const isRegistration = ([event]: [string, unknown]) => event === 'queue:updated'
      await until('both heard it', () => listeners.every(events => events.some(isRegistration)))
      socket.close()
      stream.close()
    })

    test('the other machine answers when one is gone', async () => {
      await programs[0]?.end()
      const statuses = []
      for (let n = 0; n < 20; n++)
        statuses.push((await fetch(`${inFrontOfTwo.url}/healthz`)).status)
      expect(statuses.filter(status => status !== 200)).toEqual([])
    })
  })
