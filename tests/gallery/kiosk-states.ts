import { addQueue, createTvDevice } from '../support/server/actions.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'
import { aMorning } from './day.ts'
import { type Options, type Scene, state } from './take.ts'

const CLOSED = { kioskFrom: '00:00', kioskTo: '00:01' }

export const KIOSK_STATES = [
  onKiosk('start', {}, async () => {}),
  onKiosk('queue', {}, scene => choose(scene, 'button[lang=en]')),
  onKiosk('name', {}, toName),
  onKiosk('number', {}, toNumber),
  onKiosk('number, ta', {}, scene => toNumber(scene, 'ta')),
  onKiosk('closed', CLOSED, async () => {}),
  onKiosk('away', {}, async scene => {
    await scene.page.locator('[data-island=KioskScreen][data-awake]').waitFor()
    await scene.loseTheClinic()
    await scene.page.locator('.kiosk__sentences').waitFor()
  }),
]

function onKiosk(
  name: string,
  settings: Options['settings'],
  show: (scene: Scene) => Promise<void>,
) {
  return state('Kiosk', name, null, {
    places: ['upright', 'desk'],
    isSignedOut: true,
    settings: { ticketMode: 'screen', ...settings },
    async fill(clinic) {
      await aMorning(clinic)
      for (const [queue, prefix] of [
        ['Dr. Lim', null],
        ['Blood test', 'B'],
        ['Vaccination', 'V'],
      ] as const) {
        const rooms = { roomIds: [ROOMS.one], servesGeneral: true, isActive: true }
        await addQueue(clinic, { name: queue, prefix, ...rooms })
      }
    },
    async show(scene) {
      await scene.page.goto(`/kiosk/${await addKiosk(scene.clinic)}`)
      await show(scene)
    },
  })
}

async function addKiosk(clinic: App) {
  const name = `Entrance ${crypto.randomUUID().slice(0, 8)}`
  return (await createTvDevice(clinic, { userId: 1, name, kind: 'kiosk' })).token
}

async function choose({ page }: Scene, selector: string) {
  await page.locator('[data-island=KioskScreen][data-awake]').waitFor()
  await page.locator(selector).click()
}

async function toName(scene: Scene, language = 'en') {
  await choose(scene, `button[lang=${language}]`)
  await scene.page.getByRole('button', { name: 'Blood test' }).click()
  await scene.page.getByRole('textbox').fill('zainab binti omar')
}

async function toNumber(scene: Scene, language = 'en') {
  await toName(scene, language)
  await scene.page.getByRole('textbox').press('Enter')
  await scene.page.locator('.kiosk-number__digits').waitFor()
}
