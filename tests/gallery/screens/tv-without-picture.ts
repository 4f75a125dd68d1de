import { aMorning } from '../day.ts'
import type { Screen } from '../state.ts'
import { openTv } from '../tv.ts'

export const TV_WITHOUT_PICTURE: Screen = {
  title: 'TV in trouble',
  places: ['tv'],
  isSignedOut: true,
  states: [
    {
      name: 'the clinic does not answer',
      fill: aMorning,
      async show(scene) {
        await openTv(scene)
        await scene.loseTheClinic()
        await scene.page.clock.runFor(12_000)
        await scene.page.locator('.stage__stale').waitFor()
      },
    },
    {
      name: 'pairing',
      async show({ page }) {
        await page.goto('/tv')
        await page
          .locator('.tv-notice__code')
          .filter({ hasText: /^\w{3} \w{3}$/ })
          .waitFor()
      },
    },
    {
      name: 'not authorised',
      async show({ page }) {
        await page.goto(`/tv/${'a'.repeat(32)}`)
        await page.locator('body[data-awake]').waitFor()
      },
    },
  ],
}
