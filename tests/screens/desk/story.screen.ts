import {
  card,
  expect,
  OWN_PROCESS,
  openScreen,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'
import { recordSounds } from '../../support/screens/sounds.ts'

test.use(OWN_PROCESS)

test('from registration to the TV: a desk in one browser, the waiting room in another', {
  tag: '@waits',
}, async ({ desk, openAnotherDesk }) => {
  const tv = await openAnotherDesk()
  const played = await recordSounds(tv)
  await tv.setViewportSize({ width: 1920, height: 1080 })
  await openScreen(tv, '/?fullscreen=1', 'DashboardScreen')
  await expect(tv.getByRole('heading', { name: 'TV Display Ready' })).toBeVisible()
  expect(new URL(tv.url()).search).toBe('')
  await tv.getByRole('button', { name: 'Start TV Display' }).click()
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
  await expect(tv.locator('.stage__clinic')).toHaveText('MAIN CLINIC 24 HOURS')

  await openScreen(desk, '/register', 'RegisterScreen')
  await desk.getByLabel('Patient Name').fill('ahmad bin ismail')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.hand-out')).toContainText('#001')

  await desk.getByRole('link', { name: 'Queue Management' }).click()
  await waitForHydration(desk, 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  const ali = card(desk, 'AHMAD')
  await ali.getByRole('button', { name: /^Call #/ }).click()

  await expect(tv.locator('.overlay__name')).toHaveText('AHMAD BIN ISMAIL')
  await expect(tv.locator('.overlay__room')).toHaveText('Room 1')
  const playedAloud = async () => (await played()).filter(sound => sound.startsWith('aloud'))
  await expect.poll(playedAloud).toHaveLength(1)
  expect((await playedAloud())[0]).toContain('/sounds/notification_sound.mp3')
  await expect(tv.locator('.blinks .stage__name')).toHaveText('AHMAD BIN ISMAIL')
  await expect(tv.locator('.overlay')).toHaveCount(0)

  await ali.getByRole('button', { name: 'Complete' }).click()
  await expect(desk.locator('.toast')).toContainText('Patient marked as completed')
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
  await expect(tv.locator('.stage__row--taken')).toHaveText('001AHMAD BIN ISMAILRoom 1')
})
