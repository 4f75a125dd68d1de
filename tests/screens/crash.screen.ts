import { PASSWORD } from '../support/screens/clinics.ts'
import {
  test as base,
  button,
  call,
  expect,
  openScreen,
  type Page,
  register,
} from '../support/screens/fixtures.ts'
import { openQueue } from '../support/screens/queue.ts'

/** Its console shows errors, as it should. */
const test = base.extend({
  desk: async ({ context, clinic }, use) => {
    const data = { username: 'admin', password: PASSWORD }
    await context.request.post(`${clinic.url}/api/auth/login`, { data })
    await use(await context.newPage())
  },
})

/** What is typed from then on is kept. */
async function waitForDrafts(page: Page) {
  await expect(page.locator('body')).toHaveAttribute('data-drafts', 'kept')
}

/** From then on the screen cannot draw this element; the one after signing in or out can. */
async function breakScreen(page: Page, tag: string) {
  await waitForDrafts(page)
  await page.evaluate(tag => {
    const { createElement } = document
    const { session } = document.body.dataset
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      const isHere = document.body.dataset.session === session
      if (name === tag && isHere) throw new Error('broken on purpose')
      return createElement.call(document, name, options)
    }
  }, tag)
}

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('a screen that fails reloads once, says so, and loses nothing typed', async ({ desk }) => {
  const name = desk.getByLabel('Patient Name')
  await openScreen(desk, '/register', 'RegisterScreen')
  await waitForDrafts(desk)
  await name.fill('SITI')
  await desk.getByLabel('Priority Patient').check()
  await desk.getByLabel('Priority Reason').fill('Elderly')
  await breakScreen(desk, 'li')
  await register(desk, 'ALI')
  await expect(desk.locator('.toast')).toContainText('Reloaded after an error')
  await expect(name).toHaveValue('SITI')
  await expect(desk.getByLabel('Priority Patient')).toBeChecked()
  await expect(desk.getByLabel('Priority Reason')).toHaveValue('ELDERLY')
  expect(await readStorage(desk)).not.toContain('SITI')

  await breakScreen(desk, 'li')
  await register(desk, 'MEI')
  await expect(desk.getByText('This page has an error.')).toBeVisible()
  await expect(name).toHaveCount(0)
  await desk.getByRole('button', { name: 'Reload' }).click()
  await expect(name).toHaveValue('SITI')
  await expect(desk.locator('.recent')).toContainText('MEI')

  await breakScreen(desk, 'li')
  await register(desk, 'B')
  await expect(desk.getByText('This page has an error.')).toBeVisible()
  expect(await readStorage(desk)).toContain('SITI')
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(await readStorage(desk)).not.toContain('SITI')
})

test('a password is never kept, also while it is shown', async ({ desk, context }) => {
  await context.clearCookies()
  const kept: string[] = []
  await desk.exposeFunction('noteKept', (text: string) => kept.push(text))
  await desk.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (this === sessionStorage)
        (window as never as { noteKept(text: string): void }).noteKept(value)
      setItem.call(this, key, value)
    }
  })
  await openScreen(desk, '/', 'LoginCard')
  await desk.getByLabel('Username').fill('x')
  await desk.getByLabel('Username').fill('')
  await desk.getByRole('textbox', { name: 'Password' }).fill('typed-secret')
  await desk.getByRole('button', { name: 'Show password' }).click()
  await breakScreen(desk, 'p')
  await desk.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(() => kept.some(text => text.includes('"fields"'))).toBe(true)
  expect(kept.join()).not.toContain('typed-secret')
})

test('a note that is restored stays with its patient', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openQueue(desk, '')
  await waitForDrafts(desk)
  const room = desk.getByLabel('Select Room for Call')
  await room.selectOption('2')
  const note = desk.getByLabel('Other reason')
  const openNote = async (name: string) => {
    await button(desk, name, 'Requeue').click()
    await desk.getByRole('button', { name: 'Others' }).click()
  }
  await openNote('ALI')
  await note.fill('back from the bank')
  await breakScreen(desk, 'li')
  await register(desk, 'B')
  await expect(desk.locator('.toast')).toContainText('Reloaded after an error')
  await room.selectOption('3')
  await expect(desk.locator('.room-now')).toContainText('MEI')
  await openNote('MEI')
  await expect(note).toHaveValue('')
  await room.selectOption('2')
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await openNote('ALI')
  await expect(note).toHaveValue('back from the bank')
})
