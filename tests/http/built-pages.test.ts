import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { islands } from '../../islands/registry.ts'
import { version } from '../../package.json'
import { SCREENS } from '../../routes/index.tsx'
import { createApp } from '../../server/app.ts'
import { describeBuild } from '../../server/config/version.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { type Client, createClient, createSignedInClient } from '../support/server/test-app.ts'
import { ADMIN, createTestClinic, NURSE } from '../support/server/test-clinic.ts'

/** The assets of dist/. */
const DIST = join(import.meta.dirname, '../../dist')
const SIGNED_OUT = ['/', '/qr-auth']
const SIGNED_IN = [...SCREENS.map(({ path }) => path), '/nothing']

const ctx = await createTestClinic()
const app = createApp(ctx.clinic, { assets: loadAssets() })
const signedOut = createClient(app)
const staff = await createSignedInClient(app, ADMIN)
const nurse = await createSignedInClient(app, NURSE)
const CLIENTS: Record<string, Client> = { 'signed in': staff }
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
    const html = await htmlOf(CLIENTS[who ?? ''] ?? signedOut, path)
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

test('the sheet that declares the layers comes first', async () => {
  const [first = ''] = sheetsOf(await htmlOf(staff, '/queue'))
  expect(readDist(first)).toStartWith('@layer tokens')
})

test('a page links the sheets of what it loads on demand, and no others', async () => {
  const [queue, settings] = [await linkedCss('/queue'), await linkedCss('/settings')]
  for (const sheet of ['.patient-row', '.keys__row', '.reasons', '.tooltip', '.login']) {
    expect(queue).toContain(sheet)
  }
  expect(queue).not.toMatch(/\.settings|\.stage|\.gradient/)
  for (const sheet of ['.stage__call', '.gradient-picker']) expect(settings).toContain(sheet)
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

test('whoever is signed in reads the licenses of everything that is shipped, and nobody else does', async () => {
  const { status, headers, body } = await nurse('/licenses')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain(`Clinic Queue ${version} (MIT)`)
  expect(body).toContain('socket.io ')
  for (const path of ['/licenses', '/.licenses.txt']) {
    const refused = await signedOut(path)
    expect([refused.status, refused.body.includes('<title>Login')]).toEqual([404, true])
  }
})

test('Settings link the licenses and tell administrators the version', async () => {
  const [forAdmin, forNurse] = [await htmlOf(staff, '/settings'), await htmlOf(nurse, '/settings')]
  for (const html of [forAdmin, forNurse]) expect(html).toContain('href="/licenses">Licenses</a>')
  expect(forAdmin).toContain(`Version ${version}, from source`)
  expect(forNurse).not.toContain('from source')
  const compiled = { version: '1.0.0', commit: '5fe6104', builtAt: '2026-11-23T08:15:30.000Z' }
  expect(describeBuild(compiled)).toBe('Version 1.0.0, built 2026-11-23, commit 5fe6104')
})

describe('the JavaScript that a browser receives with gzip', () => {
  const PAGE_KB = 150
  const TV_KB = 31

  async function weigh(html: string) {
    const sizes = scriptsOf(html).map(async url => {
      const { status, bytes } = await signedOut(url, { headers: { 'accept-encoding': 'gzip' } })
      expect({ url, status }).toEqual({ url, status: 200 })
      return bytes.length
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }

  test.each(SIGNED_OUT)(`signed out, %s is under ${PAGE_KB} kB`, async path => {
    expect(await weigh(await htmlOf(signedOut, path))).toBeWithin(60, PAGE_KB)
  })

  test.each(SIGNED_IN)(`signed in, %s is under ${PAGE_KB} kB`, async path => {
    const html = await htmlOf(staff, path)
    const files = scriptsOf(html).filter(url => url.startsWith('/assets/'))
    // Each of these pages loads the live channel, so it counts.
    expect(files.map(readDist).join('\n')).toContain('reconnect_attempt')
    expect(await weigh(html)).toBeWithin(60, PAGE_KB)
  })

  test.each([
    ...SIGNED_OUT.map(path => [path, 'signed out']),
    ...SIGNED_IN.map(path => [path, 'signed in']),
  ])('%s, %s, loads no code of another screen', async (path, who) => {
    const html = await htmlOf(CLIENTS[who ?? ''] ?? signedOut, path)
    const own = [...html.matchAll(/data-island="(\w+)"/g)].map(([, name]) => name)
    const files: [string, string][] = Object.entries(JSON.parse(readDist('.vite/islands.json')))
    const others = Object.keys(islands).filter(name => !own.includes(name))
    const loaded = scriptsOf(html)
    const foreign = files
      .filter(([, file]) => loaded.includes(`/${file}`))
      .map(([path]) => basename(path, '.tsx'))
      .filter(name => others.includes(name))
    expect(foreign).toEqual([])
  })

  test(`a TV's bundle is under ${TV_KB} kB`, async () => {
    const html = await htmlOf(signedOut, '/tv')
    const bundle = scriptsOf(html).filter(url => url.startsWith('/assets/'))
    expect(bundle).toHaveLength(1)
    expect(await weigh(`<script src="${bundle[0]}"`)).toBeWithin(10, TV_KB)
  })
})
