import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '#domain/time'
import { perTest } from '../../support/server/per-test.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { startTestServer, until } from '../../support/server/test-server.ts'
import { storeSettings } from '../../support/settings.ts'

const DOCS = join(import.meta.dirname, '../../../docs/api.md')

const ctx = perTest(() => startTestServer())

const gateway = perTest(() => {
  const received: { id: string | null; to: string; text: string }[] = []
  const state = { received, refusals: [] as number[] }
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const status = state.refusals.shift() ?? 200
      const { to, text } = (await request.json()) as { to: string; text: string }
      if (status === 200) received.push({ id: request.headers.get('idempotency-key'), to, text })
      return new Response(null, { status })
    },
  })
  return { state, url: server.url.href, close: () => server.stop(true) }
})

/** The example as the page has it. */
function runExample(token: string) {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(DOCS, 'utf8')) ?? []
  const path = join(ctx.folder, 'notices.mjs')
  writeFileSync(path, code)
  const env = { ...process.env, CLINIC: ctx.url, TOKEN: token, GATEWAY: gateway.url }
  const run = Bun.spawn([process.execPath, path], { env, stdout: 'ignore', stderr: 'ignore' })
  return { run, code }
}

test('the program of docs/api.md sends one message to each patient who becomes next', async () => {
  await storeSettings(ctx, { askPhone: 'true' })
  const admin = await ctx.admin()
  const { token } = (await admin.post('/api/tokens', { name: 'SMS', scopes: ['notify'] })).body
  const { received, refusals } = gateway.state
  const register = async (phone?: string) => {
    ctx.clock.advance(MINUTE_MS)
    return (await admin.register('siti', phone ? { phone } : {})).id as number
  }
  const serve = async (id: number) => {
    expect((await admin.call(id, ROOMS.one)).status).toBe(200)
    await admin.step(id, { status: 'completed' })
  }
  const first = await register('0123456701')
  const withoutPhone = await register()
  const third = await register('0123456703')
  const { run, code } = runExample(token)
  try {
    expect(code.split('\n').length).toBeLessThan(45)
    await until('the first was told', () => received.length === 1)
    await serve(first)
    await serve(withoutPhone)
    await until('the third was told', () => received.length === 2)

    // As after a lost network. The gateway is away, and refuses a number for good.
    refusals.push(503)
    ctx.clinic.channel.resyncAll()
    const fourth = await register('0123456704')
    await serve(third)
    await until('the fourth was told', () => received.length === 3)
    refusals.push(400)
    const fifth = await register('0123456705')
    await serve(fourth)
    await until('the fifth was refused', () => refusals.length === 0)
    await register('0123456706')
    await serve(fifth)
    await until('the sixth was told', () => received.length === 4)
    expect(received.map(({ to }) => to)).toEqual([1, 3, 4, 6].map(number => `012345670${number}`))
    expect(received.map(({ text }) => text)).toEqual(
      ['001', '003', '004', '006'].map(label => `You are next: ${label}.`),
    )
    expect(new Set(received.map(({ id }) => id)).size).toBe(4)
  } finally {
    run.kill()
    await run.exited
  }
})
