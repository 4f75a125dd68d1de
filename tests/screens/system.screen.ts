import {
  call,
  choose,
  collectWrites,
  deleteAndConfirm,
  expect,
  openScreen,
  type Page,
  register,
  renameRoom,
  stopClock,
  test,
  waitForHydration,
  waitForLive,
} from '../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/management', 'RoomsScreen')
})

const room = (page: Page, name: string) => page.locator('.rooms-table tbody tr', { hasText: name })
const summary = (page: Page, title: string) =>
  page.locator('.summary-card', { hasText: title }).locator('.summary-card__value')

test('a room is added, renamed, switched off and deleted', async ({ desk }) => {
  await expect(desk.getByText('Manage treatment rooms and window settings')).toBeVisible()
  const add = desk.getByRole('button', { name: 'Add', exact: true })
  await desk.getByLabel('Room Name').fill('   ')
  await expect(add).toBeDisabled()
  await desk.getByLabel('Room Name').fill('Room 6 - Dr. Lim')
  await add.click()
  await expect(desk.locator('.toast')).toContainText('Room successfully added')
  await expect(summary(desk, 'Total Rooms')).toHaveText('4')
  await expect(desk.getByLabel('Room Name')).toHaveValue('')

  await room(desk, 'Dr. Lim').getByRole('button', { name: 'Edit' }).click()
  await desk.keyboard.insertText('Room 7')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('Room successfully updated')
  await room(desk, 'Room 7').getByRole('button', { name: 'Deactivate' }).click()
  await expect(desk.locator('.toast')).toContainText('Room status updated')
  await expect(room(desk, 'Room 7')).toContainText('Inactive')
  await expect(summary(desk, 'Active Rooms')).toHaveText('3')

  await deleteAndConfirm(room(desk, 'Room 7'))
  await expect(desk.locator('.toast')).toContainText('Room successfully deleted')
})

test('a name that is typed stops at 40 characters; a longer one that is pasted is refused in words', async ({
  desk,
}) => {
  const [long, sentence] = ['R'.repeat(41), 'Room name must be at most 40 characters']
  await desk.getByLabel('Room Name').fill(long)
  await expect(desk.locator('.add-room').getByText(sentence)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()

  const typed = 'Treatment room of the second floor, leftmost'
  await desk.getByLabel('Room Name').fill('')
  await desk.getByLabel('Room Name').pressSequentially(typed)
  await expect(desk.getByLabel('Room Name')).toHaveValue(typed.slice(0, 40))

  await room(desk, 'Room 1').getByRole('button', { name: 'Edit' }).click()
  const field = desk.getByLabel('Room name', { exact: true })
  await desk.keyboard.type(typed)
  await expect(field).toHaveValue(typed.slice(0, 40))
  await field.fill(long)
  await expect(desk.locator('.rooms-table').getByText(sentence)).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(field).toHaveValue(long)
  await field.fill(long.slice(1))
  await desk.keyboard.press('Enter')
  await expect(room(desk, long.slice(1))).toBeVisible()
})

test('Escape, Cancel and an empty or unchanged field save nothing, leaving does', async ({
  desk,
}) => {
  await waitForLive(desk)
  const writes = collectWrites(desk)
  const field = desk.getByRole('textbox', { name: 'Room name', exact: true })
  const edit = room(desk, 'Room 1').getByRole('button', { name: 'Edit' })
  for (const typed of ['', 'Room 1']) {
    await edit.click()
    await field.fill(typed)
    await field.press('Enter')
    await expect(edit).toBeFocused()
  }
  await edit.click()
  await desk.keyboard.type('Never')
  await desk.keyboard.press('Escape')
  await expect(room(desk, 'Room 1')).toBeVisible()
  await edit.click()
  await desk.keyboard.type('Never')
  await desk.getByRole('button', { name: 'Cancel' }).click({ delay: 100 })
  await expect(edit).toBeFocused()

  // Leaving the field without input does not undo what another desk saves meanwhile.
  await edit.click()
  const refetch = desk.waitForResponse('**/api/windows')
  await renameRoom(desk, 2, 'From another desk')
  await refetch
  await desk.getByLabel('Room Name').first().click()
  await expect(room(desk, 'From another desk')).toBeVisible()
  await expect(desk.locator('.toast')).toHaveCount(0)
  expect(writes).toEqual([])

  await room(desk, 'Room 2').getByRole('button', { name: 'Edit' }).click()
  await desk.keyboard.type('Treatment')
  await desk.getByLabel('Room Name').first().click()
  await expect(room(desk, 'Treatment')).toBeVisible()
  await expect(desk.locator('.toast')).toContainText('Room successfully updated')
  expect(writes).toEqual(['PUT /api/windows/3'])
})

test('Delete returns to its first step after five seconds', async ({ desk }) => {
  await desk.clock.install()
  await desk.reload()
  await waitForHydration(desk, 'RoomsScreen')
  await stopClock(desk)
  await room(desk, 'Room 1').getByRole('button', { name: 'Delete' }).click()
  await desk.clock.runFor(4_900)
  await expect(room(desk, 'Room 1').getByRole('button', { name: 'Confirm' })).toBeVisible()
  await desk.clock.runFor(200)
  await expect(room(desk, 'Room 1').getByRole('button', { name: 'Delete' })).toBeVisible()
})

test('a room that serves somebody names them and stays', async ({ desk, openAnotherDesk }) => {
  await register(desk, 'ALI')
  await call(desk, 1)
  await expect(room(desk, 'Room 1')).toContainText('#001 ALI')
  await expect(summary(desk, 'In Use')).toHaveText('1')
  await expect(room(desk, 'Room 1').getByRole('button', { name: 'Delete' })).toBeDisabled()
  await expect(room(desk, 'Room 2')).toContainText('No patient')
  const dispensary = room(desk, 'DISPENSARY')
  for (const name of ['Delete', 'Edit']) {
    await expect(dispensary.getByRole('button', { name })).toBeDisabled()
  }
  await expect(dispensary.getByRole('button', { name: 'Deactivate' })).toBeEnabled()
  const deactivate = room(desk, 'Room 1').getByRole('button', { name: 'Deactivate' })
  const question = desk.getByRole('alertdialog', { name: 'Deactivate Room 1?' })
  await deactivate.click()
  await expect(question).toContainText('Room 1 is serving #001 ALI. Deactivate it anyway?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(deactivate).toBeFocused()
  await deactivate.click()
  await question.getByRole('button', { name: 'Deactivate room' }).click()
  await expect(room(desk, 'Room 1').getByRole('button', { name: 'Activate' })).toBeVisible()

  const other = await openAnotherDesk()
  await openScreen(other, '/queue', 'QueueScreen')
  await choose(other, 'ALI', 'Call Again')
  await expect(other.locator('.toast')).toContainText('Room 1 is not active')
})

test('Save saves once, and a name that is taken stays in its field', async ({ desk }) => {
  await desk.getByLabel('Room Name').fill('room 1')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast--destructive')).toContainText(
    'A room named room 1 already exists',
  )
  await expect(desk.getByLabel('Room Name')).toHaveValue('room 1')

  await room(desk, 'Room 1').getByRole('button', { name: 'Edit' }).click()
  await desk.keyboard.insertText('Room 2')
  await desk.getByRole('button', { name: 'Save' }).click({ delay: 100 })
  await expect(desk.locator('.toast--destructive')).toContainText('already exists')
  await expect(desk.getByLabel('Room name', { exact: true })).toHaveValue('Room 2')
  await desk.getByLabel('Room name', { exact: true }).fill('Room 9')
  await desk.getByRole('button', { name: 'Save' }).click({ delay: 100 })
  await expect(room(desk, 'Room 9').getByRole('button', { name: 'Edit' })).toBeFocused()
})
