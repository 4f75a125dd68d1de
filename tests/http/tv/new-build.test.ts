import { expect, test } from 'bun:test'
import { MINUTE_MS } from '#domain/time'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createTvDevice } from '../../support/server/actions.ts'
import { createClient, createSignedInClient } from '../../support/server/test-app.ts'
import { NURSE, withTestClinic } from '../../support/server/test-clinic.ts'

const ctx = withTestClinic()

test('each answer to a page names the build whose scripts the page has', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const desk = await createSignedInClient(app, NURSE)
  const { body, headers } = await desk('/queue')
  const [, build] = /data-build="([^"]+)"/.exec(body) ?? []
  expect(body).toContain(`src="/${build}"`)
  expect((await desk('/api/patients')).headers.get('x-build')).toBe(build ?? '')
  expect(headers.get('x-build')).toBeNull()
})

test('a TV of another build, or that names none, is reloaded at most once in five minutes', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const { token } = await createTvDevice(ctx.clinic, { userId: NURSE.id, name: 'Hall' })
  const page = await createClient(app)(`/tv/${token}`)
  const [, script] = /src="(\/assets\/tv-[^"]+)"/.exec(page.body) ?? []
  let reloads = 0
  ctx.clinic.channel.subscribe({
    onEvent({ name, payload }) {
      if (name === 'tv:command' && payload.command === 'reload') reloads++
    },
  })
  async function connect(query: string) {
    const { status } = await createClient(app)(`/api/tv/${token}/events${query}`)
    expect(status).toBe(200)
    return reloads
  }
  expect(await connect(`?build=${script}`)).toBe(0)
  expect(await connect('?build=/assets/tv-of-before.js')).toBe(1)
  // A server of another build answers beside this one.
  ctx.clock.advance(5 * MINUTE_MS - 1)
  expect(await connect('')).toBe(1)
  ctx.clock.advance(1)
  expect(await connect('')).toBe(2)
})
