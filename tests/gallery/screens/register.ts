import { aMorning } from '../day.ts'
import type { Scene, Screen } from '../state.ts'

export const REGISTER: Screen = {
  title: 'Patient Register',
  places: ['desk', 'phone'],
  states: [
    { name: 'empty', show: open },
    { name: 'with a list', fill: aMorning, show: open },
    {
      name: 'a priority patient',
      fill: aMorning,
      readme: 'register.png',
      async show(scene) {
        await open(scene)
        await scene.page.getByLabel('Patient Name').fill('zainab binti omar')
        await scene.page.getByLabel('Priority Patient').check()
        await scene.page.getByLabel('Priority Reason').fill('elderly, cannot stand long')
      },
    },
    {
      name: 'after registering',
      fill: aMorning,
      async show(scene) {
        await open(scene)
        await registerSomebody(scene)
        await scene.page.locator('.hand-out[data-empty=false]').waitFor()
        await scene.page.locator('.toast').waitFor()
      },
    },
    {
      name: 'the longest name',
      fill: aMorning,
      async show(scene) {
        await open(scene)
        await registerSomebody(scene, 'WWWWWWWWWWWWWWWWWWWWWWWWW')
        await scene.page.locator('.hand-out[data-empty=false]').waitFor()
      },
    },
    {
      name: 'an error',
      fill: aMorning,
      async show(scene) {
        await open(scene)
        await scene.page.route('**/api/patients', route => route.abort())
        await registerSomebody(scene)
        await scene.page.locator('.toast--destructive').waitFor()
      },
    },
  ],
}

function open(scene: Scene) {
  return scene.open('/register', 'RegisterScreen')
}

async function registerSomebody({ page }: Scene, name = 'ZAINAB BINTI OMAR') {
  await page.getByLabel('Patient Name').fill(name)
  await page.getByRole('button', { name: 'Register Patient' }).click()
}
