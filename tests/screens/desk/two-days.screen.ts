import { HOUR_MS } from '#domain/time'
import { loadAssets } from '../../../server/http/assets.ts'
import { expect, openScreen, signIn, test } from '../../support/screens/fixtures.ts'
import { openQueue } from '../../support/screens/queue.ts'
import { startTestServer } from '../../support/server/test-server.ts'

test('the day of a number is read whole on a phone and in a chip', async ({ browser }) => {
  const server = await startTestServer({ assets: loadAssets({}) })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    server.clock.set('2026-11-20T15:00:00.000Z')
    await signIn(context, server.url)
    const queue = { name: 'Blood', prefix: 'B', roomIds: [2] }
    const { id: queueId } = await (
      await context.request.post('/api/queues', { data: queue })
    ).json()
    await context.request.post('/api/patients', { data: { name: 'TAN MEI LING', queueId } })
    server.clock.advance(1.1 * HOUR_MS)
    const desk = await context.newPage()
    await openQueue(desk)
    const next = desk.locator('.next-patient')
    for (const width of [390, 320]) {
      await desk.setViewportSize({ width, height: 800 })
      await expect(next).toHaveText(/^#B001 · 20 Nov/)
      const cut = await next.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect([width, cut]).toEqual([width, 0])
    }
    await openScreen(desk, '/', 'DashboardScreen')
    const chip = desk.locator('.number-chip', { hasText: '20 Nov' }).first()
    await expect(chip).toBeVisible()
    const padding = await chip.evaluate(box => Number.parseFloat(getComputedStyle(box).paddingLeft))
    expect(padding).toBeGreaterThanOrEqual(4)
  } finally {
    await context.close()
    await server.close()
  }
})
