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

test('after an update an open page is told once to load itself anew, and a new page is not', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const aDesk = () => createSignedInClient(app, NURSE)
  await noteOldPages(ctx.clinic, FIRST)
  const [open, closed] = [await aDesk(), await aDesk()]
  // The same build starts again.
  await noteOldPages(ctx.clinic, FIRST)
  expect((await open('/api/patients')).status).toBe(200)

  await noteOldPages(ctx.clinic, SECOND)
  // What somebody pressed is carried out.
  expect((await open.post('/api/patients', { name: 'ali' })).status).toBe(201)
  expect((await open('/api/patients')).status).toBe(401)
  expect((await open('/api/patients')).status).toBe(200)
  expect((await closed('/queue')).status).toBe(200)
  expect((await closed('/api/patients')).status).toBe(200)
  const later = await aDesk()
  expect((await later('/api/patients')).status).toBe(200)
})
