import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { loadAssets } from '../../server/http/assets.ts'
import { sendRawRequest } from '../support/network/raw-socket.ts'
import { startTestServer, type TestServer, until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

// The backup is packed by a process of its own.
setDefaultTimeout(TIME_LIMIT_MS)

let ctx: TestServer
let cookie: string
let backup: string

beforeAll(async () => {
  // Without a build there is only static/.
  ctx = await startTestServer({ assets: loadAssets({ viteOrigin: 'http://vite' }) })
  const admin = await ctx.admin()
  cookie = admin.cookie
  await admin.post('/api/backups')
  const created = async () => (await admin.send('GET', '/api/backups')).body.backups
  await until('there is a backup', async () => (await created()).length > 0)
  backup = (await created())[0].name
})
afterAll(() => ctx.close())

const DOTS = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '....', '..;', '%c0%ae%c0%ae']
const UP = [...DOTS, '..%5c..', '%2e%2e%5c..']
const SLASHES = ['/', '%2f', '//', '\\', '%5c', '%252f', '/./']
/** Paths relative to a folder of the program, and relative to the data folder. */
const WANTED = ['package.json', 'server/main.ts', 'clinic.db', 'etc/passwd']
/** Text that each of these files contains. */
const SECRET_CONTENT = /"devDependencies"|findAddon|SQLite format 3|root:x?:0:0/

const get = (path: string) =>
  sendRawRequest(ctx.url, `GET ${path} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`)

test('files are served, so that the attempts below target real folders, but no sources', async () => {
  const statusOf = async (path: string) => [path, (await get(path)).status]
  const backups = `/api/backups/${backup}/file`
  for (const path of ['/favicon.svg', '/sounds/airport_chime.mp3', backups]) {
    expect(await statusOf(path)).toEqual([path, 200])
  }
  for (const path of ['/sounds/make.ts', '/.vite/manifest.json', '/.gitignore', '/.env']) {
    expect(await statusOf(path)).toEqual([path, 404])
  }
})

test.each(['/sounds', '/assets', '', '/api/backups', '/api/media', '/api/tv', '/tv', '/engine.io'])(
  'paths cannot escape %j',
  async folder => {
    const paths = UP.flatMap(up =>
      SLASHES.flatMap(slash =>
        WANTED.map(file => `${folder}/${[up, up, up, up, ...file.split('/')].join(slash)}`),
      ),
    )
    const ended = ['/api/backups', '/api/media'].includes(folder) ? '/file' : ''
    for (const path of paths) {
      const { status, body } = await get(path + ended)
      expect({ path, isLeaked: SECRET_CONTENT.test(body) }).toEqual({ path, isLeaked: false })
      const refusals = [400, 401, 404, 405]
      expect(folder.startsWith('/api') ? refusals : [...refusals, 200]).toContain(status)
    }
  },
)

test('only a backup can be downloaded, restored or deleted', async () => {
  const admin = await ctx.admin()
  for (const name of [
    'clinic.db',
    '..%2fclinic.db',
    '%2e%2e%2fclinic.db',
    `${backup}.db.gz`,
    'clinic-2026-11-20-100001-manual',
    `${backup}%00`,
    `..%2fbackups%2f${backup}`,
    `${backup}%2f..`,
  ]) {
    const path = `/api/backups/${name}`
    expect((await get(`${path}/file`)).status).toBe(404)
    expect((await admin.post(`${path}/restore`, { password: 'x' })).status).toBe(404)
    expect((await admin.delete(path)).status).toBe(404)
  }
  expect((await get(`/api/backups/${backup}/file`)).status).toBe(200)
})
