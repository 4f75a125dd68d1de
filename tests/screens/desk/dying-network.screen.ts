import {
  button,
  card,
  expect,
  OWN_PROCESS,
  openScreen,
  register,
  test,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../../support/screens/queue.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

const testWithProcess = test.extend(OWN_PROCESS)
const STATUS = '**/api/patients/*/status'

testWithProcess(
  'a call on a network that hangs is unsure, then confirmed, or not carried out after its deadline',
  { tag: '@waits' },
  async ({ desk, clinic }) => {
    await register(desk, 'MEI', 'ALI')
    await openQueue(desk)
    await waitForLive(desk)
    // A busy machine may take longer than ten seconds until the clinic goes on.
    await desk.route(STATUS, route => {
      const later = new Date(Date.now() + TIME_LIMIT_MS).toISOString()
      return route.continue({ headers: { ...route.request().headers(), 'x-deadline': later } })
    })
    clinic.pause()
    await button(desk, 'MEI', 'Call').click()
    await expect(card(desk, 'MEI')).toContainText('This call may not have gone out')
    clinic.resume()
    await expect(desk.locator('.toast')).toContainText('Patient successfully called')
    await expect(card(desk, 'MEI')).not.toContainText('Not sure')
    await expect(getPatientList(desk, 'Active Patients')).toContainText('MEI')
    await desk.unroute(STATUS)
    await button(desk, 'MEI', 'Complete').click()
    await expect(card(desk, 'MEI')).toHaveCount(0)
    await waitForLive(desk)
    // Else the toast of the call would be closed, and the pointer would rest on this one.
    await expect(desk.locator('.toast')).toContainText('Patient marked as completed')
    await desk.locator('.toast').getByRole('button', { name: 'Close' }).click()
    await expect(desk.locator('.toast')).toHaveCount(0)

    clinic.pause()
    const sending = desk.waitForRequest(request => request.method() === 'PATCH')
    await button(desk, 'ALI', 'Call').click()
    const deadline = Date.parse((await sending).headers()['x-deadline'] ?? '')
    expect(deadline).toBeGreaterThan(Date.now())
    await expect(card(desk, 'ALI')).toContainText('This call may not have gone out')
    await expect(desk.locator('.offline-line')).toBeVisible()
    await expect(desk.locator('.toast')).toHaveCount(0)

    await expect.poll(() => Date.now()).toBeGreaterThan(deadline)
    clinic.resume()
    await expect(desk.locator('.toast--destructive')).toContainText(
      'ALI: The request arrived too late and was ignored.',
    )
    await expect(getPatientList(desk, 'Waiting Patients')).toContainText('ALI')
    await expect(card(desk, 'ALI')).not.toContainText('Not sure')
    await expect(desk.locator('.offline-line')).toHaveCount(0)
    const [, patient] = await (await desk.request.get('/api/patients')).json()
    expect([patient.status, patient.trackingHistory.length]).toEqual(['waiting', 1])
  },
)

test('a desk whose socket is blocked listens to the event stream', async ({ openAnotherDesk }) => {
  const desk = await openAnotherDesk()
  await desk.route('**/engine.io/**', route => route.abort())
  await desk.routeWebSocket('**/engine.io/**', socket => socket.close())
  await openScreen(desk, '/queue', 'QueueScreen')
  await waitForLive(desk)
  await expect(desk.locator('.offline-line')).toHaveCount(0)
  // Not by a poll, which would fetch the list.
  let fetches = 0
  desk.on('request', request => request.url().endsWith('/api/patients') && fetches++)
  await register(desk, 'ALI')
  await expect(card(desk, 'ALI')).toBeVisible()
  expect(fetches).toBe(0)
})
