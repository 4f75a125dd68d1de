import type { Scene, Screen } from '../state.ts'

export const ACCOUNT: Screen = {
  title: 'Account Settings',
  places: ['desk', 'phone'],
  states: [
    { name: 'plain', show: open },
    {
      name: 'two passwords that differ',
      async show(scene) {
        await open(scene)
        const fields = scene.page.locator('input[type=password]')
        for (const [at, typed] of ['correct horse', 'battery', 'staple'].entries()) {
          await fields.nth(at).fill(typed)
        }
        await scene.page.keyboard.press('Enter')
      },
    },
  ],
}

function open(scene: Scene) {
  return scene.open('/account', 'ChangePassword')
}
