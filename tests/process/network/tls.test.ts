import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { EventSource } from 'eventsource'
import { DAY_MS } from '#domain/time'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { checkCertificate } from '../../../server/cli/doctor/index.ts'
import type { TlsFiles } from '../../../server/config/config.ts'
import { parseConfig } from '../../../server/config/parse-config.ts'
import { readCertificate } from '../../../server/tls/certificate.ts'
import { createCertificate, saveCertificate } from '../../support/server/certificate.ts'
import { examine, setUpDataFolder } from '../../support/server/data-folder.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import {
  connectSocket,
  signIn,
  startTestServer,
  type TestServer,
  until,
} from '../../support/server/test-server.ts'

const ctx = setUpDataFolder()
let files: TlsFiles
let ca: string

beforeEach(() => {
  const certificate = createCertificate()
  ca = certificate.cert
  files = saveCertificate(ctx.folder, certificate)
})

/** A folder for other files. */
function createSubfolder() {
  const folder = join(ctx.folder, crypto.randomUUID())
  mkdirSync(folder)
  return folder
}

describe('a server with a certificate', () => {
  let served: TestServer
  beforeEach(async () => {
    const live = { renewalCheckIntervalMs: 20 }
    served = await startTestServer({ tls: readCertificate(files), live })
  })
  afterEach(() => served.close())

  test('requests, cookies and links are https', async () => {
    expect(served.url).toStartWith('https://')
    const admin = await signIn(served.url, ADMIN, { ca })
    expect(admin.setCookies.length).toBeGreaterThan(0)
    for (const cookie of admin.setCookies) expect(cookie).toContain('; Secure')
    const made = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
    expect(made.body.url).toStartWith('https://')
    const shown = await admin.post('/api/qr/init')
    expect(shown.body.qrUrl).toStartWith('https://')
  })

  test('no browser is told to insist on https, because an expired certificate must not lock the clinic out', async () => {
    for (const path of ['/healthz', '/api/auth/me', '/nothing']) {
      const response = await fetch(served.url + path, { tls: { ca } })
      expect(response.headers.get('strict-transport-security')).toBeNull()
    }
  })

  /** A desk by websocket, a poller and an event stream, with what each `received`. */
  async function connectThree(cookie: string, ca: string | string[]) {
    const socket = connectSocket(served.url, { cookie, ca, transports: ['websocket'] })
    const poller = connectSocket(served.url, { cookie, ca, transports: ['polling'] })
    const received: string[] = []
    const events = new EventSource(`${served.url}/api/events`, {
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, cookie }, tls: { ca } }),
    })
    for (const name of ['clinic:joined', 'queue:updated']) {
      events.addEventListener(name, () => received.push(name))
    }
    const both = [socket, poller]
    const each = () => [...both.map(({ received }) => received.map(([event]) => event)), received]
    await until('all three have joined', () => each().every(all => all.includes('clinic:joined')))
    return {
      each,
      isOpen: () => both.every(one => one.socket.connected) && events.readyState === 1,
      close() {
        for (const one of both) one.socket.close()
        events.close()
      },
    }
  }

  /** The certificate of a new connection; '' for one at the moment of the change. */
  function shownBy({ port }: { port: number }) {
    return new Promise<string>(resolve => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subject.CN?.toString() ?? '')
        socket.destroy()
      })
      socket.on('error', () => resolve(''))
    })
  }

  test('a renewed certificate is used, and open connections stay and receive events', async () => {
    const renewed = createCertificate({ name: 'renewed.example' })
    const both = [ca, renewed.cert]
    const nurse = await signIn(served.url, NURSE, { ca: both })
    const listeners = await connectThree(nurse.cookie, both)
    expect(await shownBy(served.serving)).toBe('localhost')

    saveCertificate(ctx.folder, renewed)
    await until('it is shown', async () => (await shownBy(served.serving)) === 'renewed.example')
    const again = await signIn(served.url, NURSE, { ca: renewed.cert })
    // More than once: the poller's second request uses a connection to the new listener.
    for (const times of [1, 2, 3]) {
      await again.register('SITI')
      await until('all three hear', () =>
        listeners
          .each()
          .every(all => all.filter(event => event === 'queue:updated').length === times),
      )
    }
    expect(listeners.isOpen()).toBe(true)
    for (const all of listeners.each()) {
      expect(all.filter(event => event === 'clinic:joined')).toHaveLength(1)
    }
    listeners.close()
  })

  test('a partial renewal has no effect until both files are there', async () => {
    const renewed = createCertificate({ name: 'renewed.example' })
    writeFileSync(files.cert, renewed.cert)
    await until('it was noticed', () =>
      served.logged.some(line => line.includes('certificate renewal rejected')),
    )
    expect(await shownBy(served.serving)).toBe('localhost')
    expect((await fetch(`${served.url}/healthz`, { tls: { ca } })).status).toBe(200)

    writeFileSync(files.key, renewed.key)
    await until('it is shown', async () => (await shownBy(served.serving)) === 'renewed.example')
    expect(served.logged.join()).not.toContain('PRIVATE KEY')
  })

  test('a shutdown closes the connections of the old and of the new listener', async () => {
    const nurse = await signIn(served.url, NURSE, { ca })
    const before = await connectThree(nurse.cookie, ca)
    const renewed = createCertificate({ name: 'localhost' })
    ca = renewed.cert
    saveCertificate(ctx.folder, renewed)
    await until('it was taken', () =>
      served.logged.some(line => line.includes('certificate renewed')),
    )
    const after = await connectThree(nurse.cookie, ca)
    await served.serving.stop()
    await until('all have been let go', () => !before.isOpen() && !after.isOpen())
    await expect(fetch(`${served.url}/healthz`, { tls: { ca } })).rejects.toThrow()
    before.close()
    after.close()
  })
})

test('doctor finds that the running program serves another certificate than the files', () => {
  const own = readCertificate(files)
  const served = new X509Certificate(own.pair.cert).toLegacyObject()
  expect(checkCertificate(own, served, new Date())).toStartWith('for localhost')
  expect(checkCertificate(undefined, null, new Date())).toBeNull()
  const renewed = readCertificate(saveCertificate(createSubfolder()))
  expect(() => checkCertificate(renewed, served, new Date())).toThrow(
    `the running program serves another one than ${renewed.files.cert}`,
  )
})

/** As the program reads them at its start. */
function readFiles(env: Record<string, string>) {
  const { tls } = parseConfig([], env, COMMANDS)
  return tls && readCertificate(tls)
}

test('a problem with the files is reported with one sentence, and nothing is started', async () => {
  const other = saveCertificate(createSubfolder())
  const [TLS_CERT, TLS_KEY] = [files.cert, files.key]
  const text = join(ctx.folder, 'text')
  writeFileSync(text, 'no certificate')
  const gone = join(ctx.folder, 'gone')
  const foreign = `${other.key} does not belong to the certificate ${TLS_CERT}`
  const wrong: [Record<string, string>, string][] = [
    [{ TLS_CERT }, 'TLS_CERT and TLS_KEY belong together: TLS_KEY is missing.'],
    [{ TLS_KEY }, 'TLS_CERT and TLS_KEY belong together: TLS_CERT is missing.'],
    [{ TLS_CERT: gone, TLS_KEY }, `${gone} cannot be read (ENOENT)`],
    [{ TLS_CERT, TLS_KEY: ctx.folder }, `${ctx.folder} cannot be read (EISDIR)`],
    [{ TLS_CERT: text, TLS_KEY }, `${text} contains no certificate in PEM format`],
    [{ TLS_CERT, TLS_KEY: text }, `${text} contains no private key in PEM format`],
    [{ TLS_CERT, TLS_KEY: other.key }, foreign],
  ]
  for (const [env, sentence] of wrong) expect(() => readFiles(env)).toThrow(sentence)
  expect(readFiles({ TLS_CERT, TLS_KEY })?.names).toEqual(['localhost', '127.0.0.1'])

  const { code, output } = await ctx.run([], { TLS_CERT, TLS_KEY: other.key })
  expect(code).toBe(1)
  expect(JSON.parse(output).error).toContain(foreign)
})

test('the program prints https addresses and when its certificate expires; doctor checks it, or asks for its path', async () => {
  const { cert, key } = files
  const flags = ['--tls-cert', cert, '--tls-key', key]
  const program = ctx.start(flags)
  const url = await program.url()
  expect(url).toStartWith('https://localhost:')
  expect(program.printed.text).not.toContain('http://')
  expect(program.printed.text).toMatch(/"names":\["localhost","127\.0\.0\.1"\],"until":"\d{4}-/)
  expect((await fetch(`${url}/healthz`, { tls: { ca } })).status).toBe(200)

  // Without flags doctor finds out by itself that the program uses https, and with which certificate.
  for (const args of [flags, []]) {
    const { code, output } = await examine(ctx.folder, ...args)
    expect(code).toBe(0)
    expect(output).toContain('a clinic queue responds')
    expect(output).toMatch(/ok {7}certificate: for localhost.* \((29|30) days\)/)
  }
})

test('an expired certificate is reported, and the clinic still starts', async () => {
  const dates = { from: new Date('2020-01-01'), to: new Date('2020-12-31') }
  const { cert, key } = saveCertificate(ctx.folder, createCertificate(dates))
  const program = ctx.start([], { TLS_CERT: cert, TLS_KEY: key })
  const url = await program.url()
  await until('it warns', () => program.printed.text.includes('expired on 2020-12-31'))
  const response = await fetch(`${url}/healthz`, { tls: { rejectUnauthorized: false } })
  expect(response.status).toBe(200)
  const { code, output } = await examine(ctx.folder)
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('problem  certificate: it expired on 2020-12-31'),
  ])
})

test('doctor reports a certificate without addresses, and warns two weeks before the end', () => {
  const now = new Date()
  const check = (options: Parameters<typeof createCertificate>[0]) => {
    const certificate = saveCertificate(ctx.folder, createCertificate(options))
    return checkCertificate(readCertificate(certificate), null, now)
  }
  const inDays = (days: number) => ({ to: new Date(now.getTime() + days * DAY_MS) })
  expect(check(inDays(14.5))).toContain('(14 days)')
  expect(() => check(inDays(13.5))).toThrow(/\(13 days\)\. Renew it/)
  expect(() => check({ isNamed: false })).toThrow('it has no subjectAltName')
})
