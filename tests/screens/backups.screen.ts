import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  ADMIN,
  expect,
  OWN_PROCESS,
  openScreen,
  type Page,
  register,
  test,
} from '../support/screens/fixtures.ts'

/** A restore starts the program anew. */
const testWithProcess = test.extend(OWN_PROCESS)

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/management', 'BackupsCard')
})

const backups = (page: Page) => page.locator('.backups')
const rows = (page: Page) => page.locator('.backups-table tbody tr')

async function backUp(page: Page) {
  const before = await rows(page).count()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(rows(page)).toHaveCount(before + 1)
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()
}

test('a backup is made, says what it holds, is downloaded and deleted', async ({ desk }) => {
  await expect(backups(desk)).toContainText('No backups yet')
  await register(desk, 'ALI')
  await backUp(desk)
  await expect(desk.locator('.toast')).toContainText('Backup created')
  await expect(backups(desk)).toContainText('Last backup today at')
  await expect(rows(desk).first()).toContainText('Manual1 patient, 1 user, 0 calls')

  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    rows(desk).first().getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^clinic-\d{4}-\d\d-\d\d-\d{6}-manual\.db\.gz$/)
  const archive = gunzipSync(readFileSync(await download.path()))
  expect(archive.subarray(0, 13).toString()).toBe('SQLite format')

  const deletions = rows(desk).getByRole('button', { name: 'Delete' })
  await expect(deletions).toBeDisabled()
  await backUp(desk)
  await expect(deletions.first()).toBeDisabled()
  await deletions.nth(1).click()
  const question = desk.getByRole('alertdialog', { name: /^Delete the backup of today at / })
  await expect(question).toContainText('1 patient, 1 user, 0 calls')
  await question.getByRole('button', { name: 'Delete backup' }).click()
  await expect(rows(desk)).toHaveCount(1)
  await expect(desk.locator('.toast')).toContainText('Backup deleted')
})

test('what became of the off-site copy and of a restore is named', async ({ desk }) => {
  const status = {
    ...{ backups: [], work: { step: 'idle' }, failure: null, unavailable: null },
    copies: {
      folder: '/mnt/stick',
      newestAt: null as string | null,
      failure: null as object | null,
    },
    restore: null as object | null,
  }
  const { copies } = status
  await desk.route('**/api/backups', route =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: status })
      : route.fulfill({ status: 202, json: {} }),
  )
  const backUpNow = desk.getByRole('button', { name: 'Back up now' })
  await backUpNow.click()
  await expect(backups(desk)).toContainText('Each backup is copied to /mnt/stick.')
  await expect(backups(desk)).not.toContainText('Download one to a USB stick')
  copies.newestAt = new Date().toISOString()
  await backUpNow.click()
  await expect(backups(desk)).toContainText('Copied to /mnt/stick: the backup of today at')
  copies.failure = { at: copies.newestAt, because: 'it is full' }
  await backUpNow.click()
  await expect(backups(desk).getByRole('alert')).toContainText(
    /^Backups have not been copied to \/mnt\/stick since today at \d\d:\d\d: it is full\. Retrying/,
  )

  copies.failure = null
  status.restore = {
    name: '/mnt/backup/clinic-2026-11-20-030000-nightly.db.gz',
    at: '2026-11-20T02:00:00.000Z',
    state: 'unchanged',
    because: 'It was interrupted',
  }
  await backUpNow.click()
  await expect(backups(desk).getByRole('alert')).toContainText(
    'The backup of 20 Nov 2026 at 03:00 was not restored (20 Nov 2026 at 10:00): It was interrupted. Nothing was changed.',
  )

  status.restore = {
    name: 'clinic-2026-11-20-030000-nightly',
    at: '2026-11-20T02:00:00.000Z',
    state: 'restored',
    before: null,
    notes: ['3 revoked TVs stay revoked', '1 changed password stays changed'],
  }
  await backUpNow.click()
  await expect(backups(desk).getByRole('status').getByRole('listitem')).toHaveText([
    '3 revoked TVs stay revoked.',
    '1 changed password stays changed.',
  ])
})

testWithProcess(
  'a restore brings the data back, signs everyone out, and can be undone',
  { tag: '@waits' },
  async ({ desk }) => {
    await register(desk, 'ALI')
    await backUp(desk)
    await register(desk, 'MEI')

    await rows(desk).first().getByRole('button', { name: 'Restore' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog).toContainText('It contains 1 patient, 1 user, 0 calls')
    const password = dialog.getByLabel('Your password')
    const restore = dialog.getByRole('button', { name: 'Restore' })
    await expect(restore).toBeDisabled()
    await password.fill('a guess')
    await restore.click()
    await expect(dialog).toContainText('The password is incorrect')
    await password.fill(ADMIN.password)
    await restore.click()

    // Without a reload: the page notices that the session ended.
    await expect(desk.getByLabel('Username')).toBeVisible()
    expect((await desk.request.get('/api/patients')).status()).toBe(401)
    await desk.request.post('/api/auth/login', { data: ADMIN })
    const names = await (await desk.request.get('/api/patients')).json()
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['ALI'])

    await desk.goto('/management')
    await expect(rows(desk)).toHaveCount(2)
    await expect(rows(desk).first()).toContainText('Before a restore2 patients')
    await expect(backups(desk)).toContainText(/Restored today at \d\d:\d\d: the backup of /)
  },
)
