import { expect, test } from 'bun:test'
import { noteOldPages } from '../../../server/actions/system/old-pages.ts'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createSignedInClient } from '../../support/server/test-app.ts'
import { NURSE, withTestClinic } from '../../support/server/test-clinic.ts'

const ctx = withTestClinic()

const FIRST = { version: '1.0.0', commit: 'abc', builtAt: null }
const SECOND = { ...FIRST, version: '1.1.0' }

test('each answer to a page names the build whose scripts the page has', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const desk = await createSignedInClient(app, NURSE)
  const { body, headers } = await desk('/queue')
  const [, build] = /data-build="([^"]+)"/.exec(body) ?? []
  expect(body).toContain(`src="/${build}"`)
  expect((await desk('/api/patients')).headers.get('x-build')).toBe(build ?? '')
  expect(headers.get('x-build')).toBeNull()
})

test('an update ends no session, and no answer says that it did', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  await noteOldPages(ctx.clinic, FIRST)
  const desk = await createSignedInClient(app, NURSE)
  await noteOldPages(ctx.clinic, SECOND)
  for (const path of [
    '/api/patients',
    '/api/windows',
    '/api/settings',
    '/queue',
    '/api/patients',
  ]) {
    expect((await desk(path)).status).toBe(200)
  }
})
