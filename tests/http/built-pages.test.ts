import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from '../../routes/index.ts'
import { createApp } from '../../server/app.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { type Client, createClient, createSignedInClient } from '../support/server/test-app.ts'
import { ADMIN, createTestClinic, type TestClinic } from '../support/server/test-clinic.ts'

/** The assets of dist/. */
const DIST = join(import.meta.dirname, '../../dist')
const SIGNED_OUT = ['/', '/qr-auth']
const SIGNED_IN = [...PAGES.map(({ path }) => path), '/nothing']

let ctx: TestClinic
let signedOut: Client
let staff: Client

beforeAll(async () => {
  ctx = await createTestClinic()
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  signedOut = createClient(app)
  staff = await createSignedInClient(app, ADMIN)
})
afterAll(() => ctx.close())

const readDist = (path: string) => readFileSync(join(DIST, path), 'utf8')
const htmlOf = async (client: Client, path: string) => (await client(path)).body as string
const sheetsOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)

const scriptsOf = (html: string) =>
  [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  )

const linkedCss = async (path: string) =>
  sheetsOf(await htmlOf(staff, path))
    .map(readDist)
    .join('\n')

test('an unknown page is 404, and whoever is signed out can sign in there', async () => {
  const { status, body } = await signedOut('/nothing')
  expect([status, body.includes('<title>Login')]).toEqual([404, true])
  expect((await signedOut('/queue')).status).toBe(200)
  expect((await staff('/nothing')).status).toBe(404)
})

describe('a page links the style sheets of its components', () => {
  /** Every class with a style rule of its own, with its sheets. */
  function ownersOfClasses() {
    const owners = new Map<string, string[]>()
    for (const file of new Bun.Glob('assets/*.css').scanSync(DIST)) {
      for (const [, name = ''] of readDist(file).matchAll(/(?:^|[{},])\.([\w-]+)(?=[,{])/g)) {
        owners.set(name, [...(owners.get(name) ?? []), `/${file}`])
      }
    }
    return owners
  }

  test.each([
    ...SIGNED_OUT.map(path => [path, 'signed out']),
    ...SIGNED_IN.map(path => [path, 'signed in']),
    ['/tv', 'a TV'],
  ])('%s, %s', async (path, who) => {
    const html = await htmlOf(who === 'signed in' ? staff : signedOut, path)
    const owners = ownersOfClasses()
    const linked = sheetsOf(html)
    const drawn = new Set(
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
    )
    const dressed = [...drawn].filter(name => owners.has(name))
    expect(dressed.length).toBeGreaterThan(3)
    expect(dressed.filter(name => !owners.get(name)?.some(file => linked.includes(file)))).toEqual(
      [],
    )
  })
})

test('the sheet that declares the layers comes first, and the queue loads no settings sheet', async () => {
  const sheets = sheetsOf(await htmlOf(staff, '/queue'))
  expect(readDist(sheets[0] ?? '')).toStartWith('@layer tokens')
  const css = sheets.map(readDist).join('\n')
  expect(css).toContain('.patient-row')
  expect(css).not.toMatch(/\.settings|\.stage|\.gradient/)
})

test('the settings load the stage of their preview after the forms', async () => {
  const html = await htmlOf(staff, '/settings')
  const code = scriptsOf(html)
    .filter(url => url.startsWith('/assets/'))
    .map(readDist)
    .join('')
  expect(code).toContain('preview-card')
  expect(code).not.toContain('stage__call')
})

test('a page links the sheets of what it loads on demand', async () => {
  for (const sheet of ['.keys__row', '.requeue-reasons', '.tooltip', '.login']) {
    expect(await linkedCss('/queue')).toContain(sheet)
  }
  for (const sheet of ['.stage__call', '.gradient-picker']) {
    expect(await linkedCss('/settings')).toContain(sheet)
  }
})

test('a TV loads one sheet, without layers', async () => {
  const sheets = sheetsOf(await htmlOf(signedOut, '/tv'))
  expect(sheets).toHaveLength(1)
  const css = readDist(sheets[0] ?? '')
  expect(css).toContain('.stage__call')
  expect(css).not.toContain('@layer')
})

test('each encoding of a file has its own ETag, and only the plain one has ranges', async () => {
  const [url = ''] = sheetsOf(await htmlOf(signedOut, '/tv'))
  const responses = await Promise.all(
    ['br', 'gzip', 'identity'].map(encoding =>
      signedOut(url, { headers: { 'accept-encoding': encoding, range: 'bytes=0-9' } }),
    ),
  )
  const get = (name: string) => responses.map(({ headers }) => headers.get(name))
  expect(get('content-encoding')).toEqual(['br', 'gzip', null])
  expect(get('accept-ranges')).toEqual(['none', 'none', 'bytes'])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 206])
  expect(new Set(get('etag')).size).toBe(3)
})

describe('the JavaScript that a browser receives with gzip', () => {
  const LOGIN_KB = 90
  const STAFF_KB = 112
  const SETTINGS_KB = 117
  /** A new clinic's, with its first steps. */
  const DASHBOARD_KB = 116
  const TV_KB = 30.5
  const LIMITS: Record<string, number> = { '/': DASHBOARD_KB, '/settings': SETTINGS_KB }

  async function weigh(html: string) {
    const sizes = scriptsOf(html).map(async url => {
      const { status, bytes } = await signedOut(url, { headers: { 'accept-encoding': 'gzip' } })
      expect({ url, status }).toEqual({ url, status: 200 })
      return bytes.length
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }

  test.each(SIGNED_OUT)(`signed out, %s is under ${LOGIN_KB} kB`, async path => {
    expect(await weigh(await htmlOf(signedOut, path))).toBeWithin(60, LOGIN_KB)
  })

  test.each(SIGNED_IN)('signed in, %s', async path => {
    const html = await htmlOf(staff, path)
    const files = scriptsOf(html).filter(url => url.startsWith('/assets/'))
    // Each of these pages loads the live channel, so it counts.
    expect(files.map(readDist).join('\n')).toContain('reconnect_attempt')
    expect(await weigh(html)).toBeWithin(60, LIMITS[path] ?? STAFF_KB)
  })

  test(`a TV's bundle is under ${TV_KB} kB`, async () => {
    const html = await htmlOf(signedOut, '/tv')
    const bundle = scriptsOf(html).filter(url => url.startsWith('/assets/'))
    expect(bundle).toHaveLength(1)
    expect(await weigh(`<script src="${bundle[0]}"`)).toBeWithin(10, TV_KB)
  })
})
