import { SETTING_KEYS } from '#domain/settings/settings-schema'
import { createPng } from '../support/files/images.ts'
import {
  call,
  choose,
  expect,
  openScreen,
  type Page,
  register,
  stopClock,
  test,
  waitForHydration,
  waitForLive,
  waitForPresses,
} from '../support/screens/fixtures.ts'
import { openQueue } from '../support/screens/queue.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/settings', 'SettingsScreen')
})

const show = (page: Page, section: string) =>
  page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name: section })
    .click()

const toast = (page: Page) => page.locator('.toast')
const header = (page: Page) => page.locator('.page-head')
const save = (page: Page, card: string) =>
  page.getByRole('button', { name: `Save ${card}`, exact: true }).click()

async function saved(page: Page, card: string) {
  await save(page, card)
  await expect(toast(page)).toContainText('Settings saved successfully')
}

function png(name: string, width = 64, height = 36) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(createPng({ width, height })) }
}

async function upload(page: Page, ...files: ReturnType<typeof png>[]) {
  await page.getByLabel('Images to upload').setInputFiles(files)
}

test('a clinic name is previewed, and saved or the default', async ({ desk, openAnotherDesk }) => {
  const tv = await openAnotherDesk()
  await tv.goto('/')
  await waitForLive(tv)
  await show(desk, 'Look')
  await desk.getByLabel('Name on the display').fill('KLINIK SERI DAMAI')
  await expect(desk.locator('.stage__clinic')).toHaveText('KLINIK SERI DAMAI')
  await expect(header(desk)).toContainText(
    `${SETTING_KEYS.length} active configurations · 1 unsaved change`,
  )

  await desk.route('**/api/settings', route =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await save(desk, 'Clinic Name')
  await expect(toast(desk)).toContainText('Failed to save settings')
  await expect(header(desk)).toContainText('· 1 unsaved change')
  await expect(tv.locator('.stage__clinic')).toHaveText('MAIN CLINIC 24 HOURS')
  await desk.unroute('**/api/settings')

  await saved(desk, 'Clinic Name')
  await expect(header(desk)).toContainText(
    `${SETTING_KEYS.length} active configurations · 0 unsaved changes`,
  )
  await expect(tv.locator('.stage__clinic')).toHaveText('KLINIK SERI DAMAI')
  for (const page of [desk, tv]) {
    await expect(page.locator('.sidebar__clinic')).toHaveText('KLINIK SERI DAMAI')
  }

  await desk.getByLabel('Name on the display').fill(' ')
  await expect(desk.locator('.stage__clinic')).toHaveText('MAIN CLINIC 24 HOURS')
  await saved(desk, 'Clinic Name')
  await expect(desk.locator('.sidebar__clinic')).toHaveText('MAIN CLINIC 24 HOURS')
  await expect(desk.getByLabel('Name on the display')).toHaveValue('MAIN CLINIC 24 HOURS')
  await desk.reload()
  await expect(desk).toHaveTitle('Settings · MAIN CLINIC 24 HOURS')
})

test('what could not be fetched is reported, and Refresh fetches it again', async ({ desk }) => {
  const refresh = desk.getByRole('button', { name: 'Refresh' })
  for (const [address, sentence] of [
    ['**/api/settings', 'Failed to fetch settings'],
    ['**/api/themes/active', 'Failed to fetch theme'],
    ['**/api/text-groups/active', 'Failed to fetch text groups'],
    ['**/api/media', 'Failed to fetch media'],
  ] as const) {
    await desk.route(address, route => route.abort())
    await refresh.click()
    await expect(toast(desk)).toContainText(sentence)
    await desk.unroute(address)
  }
  await refresh.click()
  await expect(toast(desk)).toContainText('Settings refreshed successfully')

  await desk.route('**/api/prayer-times*', route => route.abort())
  await show(desk, 'Information')
  await desk.getByRole('switch', { name: 'Show prayer times' }).click()
  await expect(toast(desk)).toContainText('Failed to fetch prayer times')
  await expect(desk.locator('.stage')).toContainText('Prayer times not available')
  await desk.unroute('**/api/prayer-times*')
  await refresh.click()
  await expect(desk.locator('.stage__prayer')).toHaveCount(5)
})

test('a card saves its own kind of settings, Save all every kind; unsaved changes are named and discarded', async ({
  desk,
}) => {
  const saveAll = desk.getByRole('button', { name: 'Save all' })
  const name = desk.getByLabel('Name on the display')
  const volume = desk.getByLabel(/^Volume/)
  await expect(saveAll).toHaveCount(0)
  await show(desk, 'Look')
  await expect(desk.getByRole('button', { name: 'Save Clinic Name', exact: true })).toBeDisabled()
  await name.fill('KLINIK A')
  await show(desk, 'Sound')
  await volume.fill('20')
  await show(desk, 'Information')
  await desk.getByRole('switch', { name: 'Show the marquee' }).check()
  await expect(header(desk)).toContainText('· 3 unsaved changes')
  await saved(desk, 'Marquee')
  await expect(header(desk)).toContainText('· 1 unsaved change')
  await show(desk, 'Look')
  await name.fill('KLINIK B')
  await expect(saveAll).toBeInViewport({ ratio: 1 })
  await expect(desk.locator('.save-all')).toContainText('2 unsaved changesAudio · Clinic Name')
  await saveAll.click()
  await expect(toast(desk)).toContainText('Settings saved successfully')
  await expect(saveAll).toHaveCount(0)
  await desk.reload()
  await waitForHydration(desk, 'SettingsScreen')
  await expect(name).toHaveValue('KLINIK B')
  await show(desk, 'Sound')
  await expect(volume).toHaveValue('20')

  // What is unsaved is counted on its tab, named in the bar, and discarded.
  const bar = desk.getByRole('region', { name: 'Unsaved changes' })
  const look = desk.getByRole('link', { name: 'Look' })
  await show(desk, 'Look')
  await name.fill('KLINIK A')
  await desk.getByLabel('Header Display: Text color').fill('#ffff00')
  await expect(look).toHaveText('Look2 unsaved')
  await expect(bar).toContainText('2 unsaved changesClinic Name · Header Display')
  expect((await bar.boundingBox())?.height).toBe(64)
  await expect(desk.getByRole('img', { name: 'Unsaved' })).toHaveCount(2)
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toHaveCount(0)
  await expect(name).toHaveValue('KLINIK B')
  await toast(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('KLINIK A')
  await expect(look).toHaveText('Look2 unsaved')
})

test('each section is alone, and has its own address and preview', async ({ desk }) => {
  for (const [name, title, previews] of [
    ['Sound', 'Audio Settings', 1],
    ['Information', 'Information Display Settings', 1],
    ['Queue', 'Queue Settings', 0],
    ['Privacy', 'Privacy Settings', 0],
    ['Media', 'Media Management', 1],
    ['Look', 'Theme and Color Settings', 1],
  ] as const) {
    await show(desk, name)
    await expect(desk.getByRole('heading', { level: 2, name: title })).toBeInViewport()
    await expect(desk.locator('[aria-current=page]', { hasText: name })).toBeVisible()
    await expect(desk.locator('.preview-frame')).toHaveCount(previews)
  }
  // Look is the longest, and its preview stays in view.
  await desk.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(desk.locator('.preview-frame')).toBeInViewport({ ratio: 1 })
  await desk.reload()
  await expect(desk.getByLabel('Name on the display')).toBeVisible()
  await desk.goBack()
  await expect(desk.getByRole('heading', { level: 2, name: 'Media Management' })).toBeVisible()
})

test('changes of others arrive, unsaved input stays', async ({ desk, openAnotherDesk }) => {
  await waitForLive(desk)
  await show(desk, 'Look')
  await desk.getByLabel('Name on the display').fill('HALF TYPED')
  const other = await openAnotherDesk()
  await openScreen(other, '/settings?section=look', 'SettingsScreen')
  await other.getByLabel('Name on the display').fill('FROM THE OTHER DESK')
  await saved(other, 'Clinic Name')
  await show(other, 'Sound')
  await other.getByLabel(/^Volume/).fill('33')
  await saved(other, 'Audio')
  await show(desk, 'Sound')
  await expect(desk.getByLabel(/^Volume/)).toHaveValue('33')
  await show(desk, 'Look')
  await expect(desk.getByLabel('Name on the display')).toHaveValue('HALF TYPED')

  const asked = desk.waitForEvent('dialog')
  const left = desk.getByRole('link', { name: 'Queue Management' }).click()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  await expect(desk.getByLabel('Name on the display')).toHaveValue('HALF TYPED')
})

test('a gradient is chosen, previewed and saved, even if loading failed once', async ({ desk }) => {
  await show(desk, 'Look')
  const card = desk.locator('.card', { hasText: 'Current Call Display' })
  await card.getByRole('group', { name: 'Background kind' }).getByText('Gradient').click()
  const choose = card.getByRole('button', { name: 'Background: Choose gradient' })
  await desk.context().setOffline(true)
  await choose.click()
  await expect(toast(desk)).toContainText('The gradient picker could not be loaded')
  await desk.context().setOffline(false)
  await choose.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Custom Gradient' }).click()
  await dialog.getByRole('tab', { name: 'CSS Code' }).click()
  const code = dialog.getByLabel('Gradient as CSS')
  await code.fill('url(javascript:alert(1))')
  await expect(dialog.getByRole('button', { name: 'Apply Gradient' })).toBeDisabled()
  await code.fill('linear-gradient(90deg, #112233 0%, #445566 100%)')
  await dialog.getByRole('button', { name: 'Apply Gradient' }).click()
  const panel = desk.locator('.stage__call')
  const painted = /linear-gradient\(90deg, rgb\(17, 34, 51\)/
  await expect(panel).toHaveCSS('background-image', painted)
  await saved(desk, 'Current Call Display')
  await desk.reload()
  await expect(panel).toHaveCSS('background-image', painted)
})

test('images are uploaded with progress, scaled and paged by three, and failures named', async ({
  desk,
}) => {
  // Never fulfilled, as on a stalled network.
  await desk.route('**/api/media/upload', () => {})
  await upload(desk, png('first.png'), png('second.png'))
  const progress = desk.getByRole('progressbar', { name: 'Upload' })
  await expect(desk.getByText('Uploading 1 of 2: first.png')).toBeVisible()
  await expect(progress).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Upload Images' })).toBeDisabled()
  await desk.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toHaveCount(0)
  await expect(toast(desk)).toHaveCount(0)

  await desk.route('**/api/media/upload', route => route.fulfill({ status: 500, body: '' }))
  await upload(desk, png('ward.png'))
  await expect(toast(desk)).toHaveText('ErrorFailed to upload image')
  await upload(desk, png('ward.png'), png('garden.png'))
  await expect(toast(desk)).toHaveText('Upload ErrorFailed to upload some images')
  await desk.unrouteAll()
  const trick = { ...png('trick.png'), buffer: Buffer.from('<svg onload=alert(1)>') }
  await upload(desk, trick)
  await expect(toast(desk)).toHaveText(
    'ErrorUnsupported format. Please select PNG or JPEG files only.',
  )
  await expect(desk.locator('.gallery__name')).toHaveCount(0)

  const gallery = desk.getByRole('region', { name: 'Media gallery' })
  const names = gallery.locator('.gallery__name')
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  await upload(desk, text, png('wide.png', 2600, 1300))
  await expect(names).toHaveText(['wide.png'])
  await expect(toast(desk)).toHaveText(
    'Unsupported formatThe following files are not supported: notes.txt. Please select PNG or JPEG files only.1 image uploaded',
  )
  const picture = desk.locator('.gallery__picture')
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBe(1920)

  await upload(desk, ...[2, 3, 4].map(number => png(`picture ${number}.png`)))
  await expect(toast(desk)).toContainText('3 images uploaded')
  await expect(names).toHaveText(['wide.png', 'picture 2.png', 'picture 3.png'])
  await gallery.getByRole('button', { name: 'Next' }).click()
  await expect(names).toHaveText(['picture 4.png'])
  await expect(gallery.getByText('Empty slot')).toHaveCount(2)
  await gallery.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = desk.getByRole('alertdialog', { name: 'Delete image picture 4.png?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(names).toHaveText(['picture 4.png'])
  await waitForPresses(desk)
  // The next press comes before the browser tells that the dialog is closed.
  const remove = await gallery.getByRole('button', { name: 'Delete', exact: true }).elementHandle()
  await remove?.click()
  await dialog.getByRole('button', { name: 'Cancel' }).evaluate(async (cancel, next) => {
    if (cancel instanceof HTMLElement) cancel.click()
    await Promise.resolve()
    if (next instanceof HTMLElement) next.click()
  }, remove)
  await dialog.getByRole('button', { name: 'Delete image' }).click()
  await expect(gallery.getByText('Page 1 of 1')).toBeVisible()
  await expect(gallery).toBeFocused()
  await expect(toast(desk)).toContainText('Image has been deleted')
  await expect(names).toHaveCount(3)
  await expect(desk.locator('.stage__picture').first()).toBeVisible()
})

test('a video is added by its link, and a link to none is named at its field', async ({ desk }) => {
  const link = desk.getByLabel('Video link')
  const add = desk.getByRole('button', { name: 'Add video' })
  const names = desk.locator('.gallery__name')
  await expect(add).toBeDisabled()
  for (const wrong of ['https://vimeo.com/76979871', 'film.mp4', 'https://clinic.example/a.pdf']) {
    await link.fill(wrong)
    await add.click()
    await expect(desk.getByText('This is not a link to a video.')).toHaveCount(1)
    await expect(link).toHaveValue(wrong)
  }
  await expect(toast(desk)).toHaveCount(0)
  await desk.route('https://clinic.example/**', route => route.abort())
  await link.fill('clinic.example/films/wash-hands.webm?size=1')
  await link.press('Enter')
  await expect(names).toHaveText(['wash-hands.webm'])
  await expect(toast(desk)).toContainText('Video added')
  await expect(link).toHaveValue('')
  await expect(desk.getByText('This is not a link to a video.')).toHaveCount(0)
  await desk.reload()
  await expect(names).toHaveText(['wash-hands.webm'])
  await waitForHydration(desk, 'SettingsScreen')

  // A wrong YouTube link is named, and prevents no save once it is hidden.
  await desk.getByText('YouTube', { exact: true }).click()
  await desk.getByLabel('YouTube URL').fill('https://example.org/film')
  await expect(desk.getByText('Paste a YouTube link')).toBeVisible()
  await save(desk, 'Media')
  await expect(desk.getByLabel('YouTube URL')).toBeFocused()
  await expect(desk.getByText('Paste a YouTube link')).toHaveCount(1)
  await desk.getByText('Own images', { exact: true }).click()
  await show(desk, 'Look')
  await desk.getByLabel('Name on the display').fill('KLINIK AMAN')
  await saved(desk, 'Clinic Name')
  await expect(desk.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)
})

test('the logo is uploaded, shown, and hidden by its switch', async ({ desk }) => {
  await show(desk, 'Look')
  await desk.getByLabel('Logo to upload').setInputFiles(png('logo.png', 120, 80))
  await expect(toast(desk)).toContainText('Logo uploaded successfully')
  const isShown = desk.getByRole('switch', { name: 'Show the logo on the display' })
  await expect(header(desk)).toContainText('· 1 unsaved change')
  await expect(isShown).toBeChecked()
  await isShown.click()
  await expect(desk.locator('.stage__logo')).toHaveCount(0)
  await isShown.click()
  await expect(desk.locator('.stage__logo')).toBeVisible()
  await saved(desk, 'Clinic Logo')
  await desk.reload()
  await expect(desk.locator('.stage__logo')).toBeVisible()
  await expect(desk.locator('.gallery__name')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(desk.locator('.stage__logo')).toHaveCount(0)
  await expect(isShown).toBeChecked()
})

test('a prayer time is moved by minutes; the weather replaces them all', async ({ desk }) => {
  await show(desk, 'Information')
  const prayer = desk.getByRole('switch', { name: 'Show prayer times' })
  const weather = desk.getByRole('switch', { name: 'Show weather' })
  const offset = desk.getByLabel('Subuh', { exact: true })
  await prayer.check()
  await expect(desk.locator('.stage__prayer')).toHaveCount(5)
  await offset.click()
  await offset.press('Backspace')
  await offset.pressSequentially('-5')
  await saved(desk, 'Prayer Times')
  await desk.reload()
  await expect(offset).toHaveValue('-5')
  await offset.fill('99')
  await expect(desk.getByText('Enter whole minutes from -30 to 30')).toBeVisible()
  await offset.fill('-5')

  await weather.check()
  await expect(prayer).not.toBeChecked()
  await expect(desk.locator('.stage__panel--weather')).toBeVisible()
  await saved(desk, 'Weather')
  await desk.reload()
  await expect(weather).toBeChecked()
  await expect(prayer).not.toBeChecked()

  // The zone of JAKIM's times is the one of the location until another is chosen.
  await prayer.check()
  const zone = desk.getByLabel('Zone')
  await expect(desk.getByText('Calculated for WLY01')).toBeVisible()
  await zone.selectOption('KTN01')
  await expect(desk.getByText('Calculated for KTN01')).toBeVisible()
  await zone.selectOption({ label: 'By the location: WLY01' })
  await desk.getByLabel('Latitude').fill('51.5')
  await desk.getByLabel('Longitude').fill('-0.12')
  await expect(desk.getByText("none of JAKIM's zones")).toBeVisible()
})

test('a test call looks and sounds as in the form, unless sound is off', async ({ desk }) => {
  await show(desk, 'Sound')
  await desk.getByRole('combobox', { name: 'Sound', exact: true }).selectOption('happy_bells_937')
  await desk.getByLabel(/^Volume/).fill('40')
  await desk.clock.install()
  await stopClock(desk)
  await desk.getByRole('button', { name: 'Test Call' }).click()
  await expect(desk.locator('.overlay')).toContainText('AHMAD BIN ALI')
  await expect(toast(desk)).toContainText('Test sound Happy bells at volume 40% played')
  await desk.clock.runFor(5_100)
  await expect(desk.locator('.overlay')).toHaveCount(0)
  await desk.clock.resume()

  await desk.getByRole('switch', { name: 'Enable sound' }).uncheck()
  await expect(desk.getByRole('combobox', { name: 'Sound', exact: true })).toHaveCount(0)
  await desk.getByRole('button', { name: 'Test Call' }).click()
  await expect(toast(desk)).toContainText('Sound Disabled')
  await expect(toast(desk)).toContainText('Please enable sound first to test audio')
})

test('a new choice of Requeue reaches an open desk', async ({ desk, openAnotherDesk }) => {
  const queue = await openAnotherDesk()
  await register(queue, 'ALI')
  await call(queue, 1)
  await openQueue(queue, '')
  await waitForLive(queue)

  await show(desk, 'Queue')
  await desk.getByRole('button', { name: 'Remove Drip' }).click()
  const card = desk.locator('.card', { hasText: 'Requeue with a Time' })
  await card.getByRole('button', { name: 'Add' }).click()
  await expect(card).toContainText('Each line needs a reason')
  await card.getByLabel('Reason 3', { exact: true }).pressSequentially('Eye drops')
  await card.getByLabel('Minutes of Eye drops').fill('30')
  await expect(card).not.toContainText('Each line needs a reason')
  await saved(desk, 'Requeue with a Time')

  await choose(queue, 'ALI', 'Requeue')
  const reasons = queue.getByRole('form', { name: 'Requeue reason' })
  await expect(reasons.getByRole('button', { name: 'Eye drops 30 min' })).toBeVisible()
  await expect(reasons.getByRole('button', { name: 'Drip 60 min' })).toHaveCount(0)
})

test('a look fills all colors at once; a color that is hard to read says so', async ({ desk }) => {
  await show(desk, 'Look')
  const classic = desk.getByRole('button', { name: 'Classic' })
  const calm = desk.getByRole('button', { name: 'Calm' })
  await expect(classic).toHaveAttribute('aria-pressed', 'true')
  await calm.click()
  await expect(calm).toHaveAttribute('aria-pressed', 'true')
  await expect(classic).toHaveAttribute('aria-pressed', 'false')
  const panel = desk.locator('.stage__call')
  await expect(panel).toHaveCSS('background-color', 'rgb(15, 95, 75)')

  const color = desk.getByLabel('Current Call Display: Patient name color')
  const warning = desk.getByText('Hard to read from a distance', { exact: false })
  const mark = (sentence: string | RegExp) =>
    desk.locator('.color-line', { has: color }).getByRole('img', { name: sentence })
  await expect(warning).toHaveCount(0)
  await color.fill('#0f5f4b')
  await expect(mark('Hard to read from a distance (1.0:1)')).toHaveText('1.0')
  await expect(warning).toHaveText('Hard to read from a distance (1.0:1).')
  await desk.getByRole('button', { name: 'Use white: Patient name' }).click()
  await expect(color).toHaveValue('#ffffff')
  await expect(mark(/^Contrast \d/)).toBeVisible()
  await expect(warning).toHaveCount(0)
  await desk.getByRole('button', { name: 'Save all' }).click()
  await expect(toast(desk)).toContainText('Settings saved successfully')
  await desk.reload()
  await expect(calm).toHaveAttribute('aria-pressed', 'true')
  await expect(panel).toHaveCSS('background-color', 'rgb(15, 95, 75)')
})

test('a program gets a token that is shown once, and is removed again', async ({ desk }) => {
  await openScreen(desk, '/settings?section=programs', 'SettingsScreen')
  await desk.getByLabel('Name of the system').fill('Laboratory')
  await expect(desk.getByRole('button', { name: 'Add system' })).toBeDisabled()
  await desk.getByLabel('Read reports').check()
  await desk.getByRole('button', { name: 'Add system' }).dblclick()
  const token = await desk.getByLabel('Token', { exact: true }).inputValue()
  const headers = { authorization: `Bearer ${token}` }
  const report = '/api/v1/reports?from=2026-01-01&to=2026-01-02'
  expect((await desk.request.get(report, { headers })).status()).toBe(200)
  await desk.reload()
  await waitForHydration(desk, 'SettingsScreen')
  await expect(desk.getByText('Laboratory', { exact: true })).toHaveCount(1)
  expect(await desk.content()).not.toContain(token)
  await desk
    .getByRole('group', { name: 'Laboratory' })
    .getByRole('button', { name: 'Remove' })
    .click()
  const question = desk.getByRole('alertdialog', { name: 'Remove system Laboratory?' })
  await question.getByRole('button', { name: 'Remove system' }).click()
  await expect(desk.getByText('No connected systems yet')).toBeVisible()
  expect((await desk.request.get(report, { headers })).status()).toBe(401)
})
