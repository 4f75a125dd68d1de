import { createTvDevice } from '../../server/actions/tv-devices.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { call } from './day.ts'
import type { Scene } from './state.ts'

/** A TV of the admin's, on and with its sound allowed; its time stands until it is moved. */
export async function openTv(scene: Scene) {
  await switchOn(scene)
  await scene.page.keyboard.press('Enter')
  await scene.page.locator('.stage__hint').waitFor({ state: 'detached' })
}

/** The same before anybody has pressed a key. */
export async function switchOn({ clinic, page }: Scene) {
  const { token } = await createTvDevice(clinic, { userId: 1, name: 'Hall' })
  // Looking at a page by program counts as a gesture, which could let it sound: without a context it asks for a key.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'AudioContext'))
  await page.clock.install({ time: TEN_O_CLOCK })
  await page.goto(`/tv/${token}`)
  await page.locator('body[data-awake]').waitFor()
  await page.locator('.stage__hint').waitFor()
}

/** The same, with the line that runs through in the middle of its way. */
export async function openTvWithMarquee(scene: Scene) {
  await openTv(scene)
  await scene.page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 19_000
    }
  })
}

/** A patient is called, or called again, while the TV looks on. */
export async function announce(scene: Scene, patientId: number, roomId: number) {
  await openTv(scene)
  await call(scene.clinic, patientId, roomId)
  await scene.page.locator('.overlay__name').waitFor()
}
