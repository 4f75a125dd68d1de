import type { TvOptions } from '#domain/display/tv-options'
import { changeTvOptions, createTvDevice } from '../../server/actions/tv/tv-devices.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { call } from './day.ts'
import type { Scene } from './state.ts'

/** A TV with sound allowed; its clock is fixed until the test moves it. */
export async function openTv({ clinic, page }: Scene, options: Partial<TvOptions> = {}) {
  const { device, token } = await createTvDevice(clinic, { userId: 1, name: 'Hall' })
  await changeTvOptions(clinic, device.id, options)
  // An evaluation counts as a user gesture, which allows sound: without an audio context it asks
  // for a key.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'AudioContext'))
  await page.clock.install({ time: TEN_O_CLOCK })
  await page.goto(`/tv/${token}`)
  await page.locator('body[data-awake]').waitFor()
  await page.locator('.stage__hint').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.stage__hint').waitFor({ state: 'detached' })
}

/** The same, with the marquee in the middle of its way. */
export async function openTvWithMarquee(scene: Scene) {
  await openTv(scene)
  await scene.page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 19_000
    }
  })
}

/** Calls a patient, or calls them again, while the TV is open. */
export async function announce(scene: Scene, patient: number, room: number) {
  await openTv(scene)
  await call(scene.clinic, patient, room)
  await scene.page.locator('.overlay__name').waitFor()
}
