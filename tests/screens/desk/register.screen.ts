import type { Route } from 'playwright/test'
import {
  expect,
  openScreen,
  register,
  stopClock,
  test,
  waitForHydration,
  waitForLive,
  waitForPresses,
} from '../../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/register', 'RegisterScreen')
})

test('a name has at most 25 letters, wherever typed, and priority a reason', async ({ desk }) => {
  const button = desk.getByRole('button', { name: 'Register Patient' })
  const name = desk.getByLabel('Patient Name')
  const priority = desk.getByLabel('Priority Patient')
  const reason = desk.getByLabel('Priority Reason')
  await expect(button).toBeDisabled()
  await name.fill('   ')
  await expect(button).toBeDisabled()
  await name.fill('')
  await name.pressSequentially('abcdefghijklmnopqrstuvwxyz')
  await expect(name).toHaveValue('ABCDEFGHIJKLMNOPQRSTUVWXY')
  // Some do not see the count beside the field.
  const cut = desk.getByRole('status').getByText('Names are limited to 25 characters.')
  const shownCut = desk.getByText('25/25. Names are limited to 25 characters.')
  await expect(cut).toHaveCount(1)
  await expect(shownCut).toBeVisible()
  await desk.keyboard.press('Backspace')
  await desk.keyboard.type('y')
  await expect(name).toHaveValue('ABCDEFGHIJKLMNOPQRSTUVWXY')
  await expect(cut).toHaveCount(0)
  await desk.keyboard.press('Home')
  await desk.keyboard.type('1')
  await expect(name).toHaveValue('ABCDEFGHIJKLMNOPQRSTUVWXY')
  await expect(cut).toHaveCount(1)

  // Pasted into the middle it is refused as a whole, and never half a letter is kept.
  await name.fill('siti')
  await expect(cut).toHaveCount(0)
  await name.press('Home')
  await desk.keyboard.insertText('\u0b95\u0bbf'.repeat(22))
  await expect(name).toHaveValue('SITI')
  await expect(cut).toHaveCount(1)
  await name.fill('\u0b95\u0bbf'.repeat(26))
  await expect(name).toHaveValue('\u0b95\u0bbf'.repeat(25))
  await expect(cut).toHaveCount(1)
  await name.fill('\u00df'.repeat(13))
  await expect(name).toHaveValue('S'.repeat(25))
  await expect(cut).toHaveCount(1)
  await name.fill(`${'x'.repeat(25)}  `)
  await expect(name).toHaveValue('X'.repeat(25))
  await expect(cut).toHaveCount(0)

  await name.fill('siti')
  await waitForPresses(desk)
  await priority.check()
  await expect(button).toBeDisabled()
  await reason.fill('private')
  await name.fill('')
  await name.fill('siti')
  await waitForPresses(desk)
  await priority.check()
  await expect(reason).toHaveValue('')
  await reason.fill('elderly')
  await expect(reason).toHaveValue('ELDERLY')
  await name.press('Home')
  await desk.keyboard.type('nur ')
  await expect(name).toHaveValue('NUR SITI')
  await button.click()
  await expect(desk.locator('.ticket-panel')).toContainText('NUR SITI')
})

test('Enter shows the number to hand out, from every field, with a reason that chips write', async ({
  desk,
}) => {
  const name = desk.getByLabel('Patient Name')
  await expect(name).toBeFocused()
  await expect(desk.locator('.next-number')).toHaveText('Next Number#001')
  await expect(desk.getByText('No registrations today yet')).toBeVisible()
  const priority = desk.getByLabel('Priority Patient')
  const reason = desk.getByLabel('Priority Reason')
  const sent: unknown[] = []
  desk.on('request', request => {
    if (request.method() !== 'POST') return
    const { priorityReason, isDiscreet } = request.postDataJSON()
    sent.push([priorityReason, isDiscreet])
  })
  await expect(priority).toBeHidden()
  await name.fill(' ')
  await expect(priority).toBeHidden()
  const place = await desk.getByLabel('Discreet: number only on TVs').boundingBox()
  await name.fill('siti')
  expect(await desk.getByLabel('Discreet: number only on TVs').boundingBox()).toEqual(place)
  await waitForPresses(desk)
  await priority.check()
  await desk.keyboard.press('Enter')
  await expect(name).toHaveValue('SITI')
  await reason.fill('since 8,')
  await desk.getByRole('button', { name: 'Pregnant' }).click()
  await desk.getByRole('button', { name: 'Pain' }).click()
  await expect(reason).toHaveValue('SINCE 8, PREGNANT, PAIN')
  await desk.getByRole('button', { name: 'Pregnant' }).click()
  await expect(desk.getByRole('button', { name: 'Pain' })).toHaveAttribute('aria-pressed', 'true')
  await desk.keyboard.type(' ')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#001')
  await expect(desk.locator('.toast')).toContainText('Registration Success')
  await expect(desk.locator('.next-number')).toHaveText('Next Number#002')
  await expect(desk.locator('.stat__value')).toHaveText('1')
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()

  await name.fill('mei')
  await waitForPresses(desk)
  await priority.check()
  await reason.fill('x'.repeat(96))
  await expect(desk.getByRole('button', { name: 'Child' })).toBeDisabled()
  await reason.press('Shift+Enter')
  await expect(desk.locator('.recent__row')).toHaveCount(2)
  await name.fill('ali')
  await waitForPresses(desk)
  await priority.check()
  await reason.fill('elderly')
  await priority.uncheck()
  await desk.getByLabel('Discreet: number only on TVs').check()
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.recent__row')).toHaveCount(3)
  expect(sent).toEqual([
    ['SINCE 8, PAIN', false],
    ['X'.repeat(96), false],
    [null, true],
  ])
})

test('a name that exists today warns, and a second Enter registers it', async ({ desk }) => {
  await desk.clock.install()
  await register(desk, 'JOSÉ  A/L RAJ', ...Array.from({ length: 10 }, (_, n) => `P ${n}`))
  await openScreen(desk, '/register', 'RegisterScreen')
  await stopClock(desk)
  const name = desk.getByLabel('Patient Name')
  const line = desk.locator('.namesake')
  const place = await line.boundingBox()
  await name.fill('jose al rajan')
  await expect(line).toBeEmpty()
  await name.fill('jose al raj')
  await expect(line).toContainText(
    /^JOSÉ A\/L RAJ is already #001, registered (just now|\d min ago)/,
  )
  expect(await line.boundingBox()).toEqual(place)
  const found = desk.locator('.recent__row[data-found=true]')
  await expect(found).toContainText('#001')
  await line.getByRole('button', { name: 'Show #001' }).click()
  await expect(found).toBeInViewport()
  await expect(name).toBeFocused()

  // A double press is one Enter, and so is a key that is held.
  await desk.keyboard.press('Enter')
  await desk.keyboard.press('Enter')
  await expect(line).toContainText('Press Enter again to register another.')
  await desk.clock.runFor(300)
  await desk.keyboard.down('Enter')
  await expect(name).toHaveValue('')
  await name.fill('P 3')
  await desk.keyboard.down('Enter')
  await desk.keyboard.down('Enter')
  await expect(line).toContainText(/^P 3 is already #005, registered/)
  await expect(desk.locator('.recent__row').first()).toContainText('#012JOSE AL RAJ')
})

test('names typed faster than the network responds are registered in order', async ({ desk }) => {
  const network = Promise.withResolvers<void>()
  await desk.route('**/api/patients', async route => {
    if (route.request().method() === 'POST') await network.promise
    await route.continue()
  })
  await expect(desk.getByLabel('Patient Name')).toBeFocused()
  const names = ['LIM SOO', 'SITI AMINAH', 'RAVI', 'MEI', 'AHMAD', 'JOHN', 'SARA', 'ALI']
  for (const name of names) {
    await desk.keyboard.type(name.toLowerCase())
    await desk.keyboard.press('Enter')
    await desk.keyboard.press('Enter')
    await expect(desk.getByLabel('Patient Name')).toHaveValue('')
  }
  await expect(desk.locator('.pending__row')).toContainText(names)
  await desk.keyboard.type('ali')
  await expect(desk.locator('.namesake')).toContainText('This name is being registered already')
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel('Patient Name')).toHaveValue('ALI')
  await expect(desk.locator('.pending__row')).toHaveCount(names.length)
  network.resolve()
  await expect(desk.locator('.pending')).toHaveCount(0)
  const patients = await (await desk.request.get('/api/patients')).json()
  expect(patients.map((patient: { name: string }) => patient.name)).toEqual(names)
})

test('leaving with unsent names asks; they survive it, and are sent once', async ({ desk }) => {
  // The first arrives, but its response is lost with the page.
  let isFirst = true
  await desk.route('**/api/patients', async route => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue()
    isFirst = false
    await route.fetch()
  })
  await expect(desk.getByLabel('Patient Name')).toBeFocused()
  const sent = desk.waitForRequest(request => request.method() === 'POST')
  await desk.keyboard.type('ali')
  await desk.keyboard.press('Enter')
  await sent
  await desk.keyboard.type('mei')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.pending__row')).toHaveCount(2)
  const asked = desk.waitForEvent('dialog')
  const reloading = desk.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloading
  await expect(desk.locator('.pending')).toHaveCount(0)
  await expect(desk.locator('.recent__row')).toHaveCount(2)
  const patients = await (await desk.request.get('/api/patients')).json()
  expect(patients.map((patient: { name: string }) => patient.name)).toEqual(['ALI', 'MEI'])
})

test('a refused name can be removed; a lost response and Retry register once', async ({ desk }) => {
  const pending = desk.locator('.pending__row')
  const respond = (handle: (route: Route) => Promise<void>) =>
    desk.route('**/api/patients', route =>
      route.request().method() === 'POST' ? handle(route) : route.continue(),
    )
  const json = { error: 'This name is refused' }
  await respond(route => route.fulfill({ status: 400, json }))
  await desk.keyboard.type('mei')
  await desk.keyboard.press('Enter')
  await expect(pending).toContainText('MEI')
  await expect(pending).toContainText('This name is refused')
  await expect(desk.getByRole('button', { name: 'Register Patient' })).toBeVisible()
  await expect(desk.locator('.toast--destructive')).toContainText('MEI: This name is refused')
  await desk.getByRole('button', { name: 'Remove MEI' }).click()
  await expect(pending).toHaveCount(0)
  await desk.unroute('**/api/patients')

  await respond(async route => {
    await route.fetch() // the server does it, the response is lost
    await route.abort()
  })
  await desk.getByLabel('Patient Name').fill('ali')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast--destructive')).toContainText('Registration Error')
  await expect(desk.getByLabel('Patient Name')).toHaveValue('')
  await expect(pending).toContainText('Not registered.')
  await desk.unroute('**/api/patients')
  await desk.getByRole('button', { name: 'Retry' }).click()
  await expect(desk.locator('.ticket-panel')).toContainText('#001')
  expect(await (await desk.request.get('/api/patients')).json()).toHaveLength(1)
})

test("a name that is typed before the page's code has been loaded is kept", async ({ desk }) => {
  const code = Promise.withResolvers<void>()
  await desk.route('**/assets/*.js', route => code.promise.then(() => route.continue()))
  await desk.goto('/register', { waitUntil: 'commit' })
  const name = desk.getByLabel('Patient Name')
  await expect(name).toBeFocused()
  await desk.keyboard.type('siti')
  code.resolve()
  await waitForHydration(desk, 'RegisterScreen')
  await desk.keyboard.type(' aminah')
  await expect(name).toHaveValue('SITI AMINAH')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.recent__row')).toContainText('SITI AMINAH')
})

test('another reception is seen live: its numbers, a changed name, a reset', async ({ desk }) => {
  await waitForLive(desk)
  const name = desk.getByLabel('Patient Name')
  await name.fill('half a na')
  await register(desk, 'SOMEBODY ELSE')
  await expect(desk.locator('.next-number')).toHaveText('Next Number#002')
  await expect(desk.locator('.recent__row')).toContainText('SOMEBODY ELSE')
  await expect(name).toHaveValue('HALF A NA')
  await expect(name).toBeFocused()
  await desk.getByRole('textbox', { name: 'Patient Name' }).fill('ali')
  await desk.keyboard.press('Enter')
  const panel = desk.locator('.ticket-panel')
  await expect(panel).toContainText('ALI')
  await desk.request.patch('/api/patients/2', { data: { name: 'ali hassan' } })
  await expect(panel).toContainText('ALI HASSAN')
  await desk.request.post('/api/patients/reset-queue')
  await expect(panel).not.toContainText('ALI')
})
