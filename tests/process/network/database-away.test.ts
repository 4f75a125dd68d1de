import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { libsqlProblem, startLibsqlServer } from '../../support/network/libsql-server.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { createDataFolder, type DataFolder, type Program } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn, until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { testUnless } from '../../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

let database: Awaited<ReturnType<typeof startLibsqlServer>>
let network: Awaited<ReturnType<typeof startProxy>>
let data: DataFolder
let program: Program
let url: string

beforeAll(async () => {
  if (libsqlProblem) return
  database = await startLibsqlServer()
  network = await startProxy(database.url)
  data = createDataFolder()
  program = data.start([], { DATABASE_URL: network.url })
  url = await program.url()
})
afterAll(async () => {
  data?.close()
  network?.close()
  await database?.close()
})

const countLogged = (message: string) => program.printed.text.split(`"${message}"`).length - 1

testUnless(libsqlProblem)(
  'while the database server is away, requests and pages say so, and the log says it once',
  async () => {
    const admin = await signIn(url, ADMIN)
    const { cookie } = admin
    network.becomes('refuses')
    network.cutAll()
    for (let n = 0; n < 5; n++) {
      const refused = await fetch(`${url}/api/patients`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: '{"name":"ALI"}',
      })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await refused.json()).error).toStartWith('The database does not answer.')
    }
    const page = await fetch(`${url}/queue`, { headers: { cookie, accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      503,
      'text/html; charset=UTF-8',
    ])
    expect(await page.text()).toContain('The database does not answer.')
    expect((await fetch(`${url}/healthz`)).status).toBe(503)
    expect([countLogged('database server lost'), countLogged('request failed')]).toEqual([1, 0])

    network.becomes('passes')
    await until('it works again', async () => {
      const { status } = await admin.post('/api/patients', { name: 'MEI' })
      return status === 201
    })
    expect(countLogged('database server answers again')).toBe(1)
    const { body } = await admin.send('GET', '/api/patients')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['MEI'])
  },
)
