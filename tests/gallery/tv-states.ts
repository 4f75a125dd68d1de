import { aRoomInput } from '../support/samples.ts'
import { addRoom, changeTvOptions, createTvDevice } from '../support/server/actions.ts'
import { type App, ROOMS, TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import {
  aMorning,
  aMorningOfQueues,
  call,
  callAgain,
  hangPictures,
  LONG_NAMES,
  longNames,
  register,
  save,
  THREE,
} from './day.ts'
import { type Options, type Place, type Scene, type State, state } from './take.ts'

const BOTH_WAYS: Place[] = ['tv', 'upright']
const PRAYERS = { showPrayerTimes: 'true' } as const
const LINE = { showsWaiting: true, showsMissed: true }
const EIGHT = Array.from({ length: 8 }, (_, index) => ROOMS.one + index)
const TILES = { layout: 'tiles', rooms: EIGHT } as const
const MORE_ROOMS = [
  ...['Room 4 - Dr. Chong', 'Room 5', 'Treatment Room 6 - Nurse Siti', 'X-ray'],
  'Bilik Rawatan 8 - Dr. Rajeswari Pillai',
]
const FIRST_OF_THEM = 5

export const TV_STATES: State[] = [
  tv('nobody called, no media'),
  tv('a day in progress', {
    readme: 'tv.png',
    inEachLook: true,
    places: BOTH_WAYS,
    fill: aMorningWithPictures,
    settings: { ...PRAYERS, clinicName: 'KLINIK SERI DAMAI' },
  }),
  tv('the overlay of a call', {
    readme: 'tv-call.png',
    inEachLook: true,
    places: BOTH_WAYS,
    fill: aMorning,
    announces: ROOMS.one,
  }),
  tv('weather', { fill: aMorningWithPictures, settings: { showWeather: 'true' } }),
  tv('marquee', {
    fill: aMorningWithPictures,
    settings: {
      enableMarquee: 'true',
      marqueeText: 'Welcome to the Health Clinic. Please keep your number until you are called.',
    },
    show: ({ page }) =>
      page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.currentTime = 19_000
      }),
  }),
  tv('an upright picture', {
    async fill(clinic) {
      await aMorning(clinic)
      await hangPictures(clinic, 'vaccination.png')
    },
  }),
  tv('queues, a number with a letter announced', {
    fill: aMorningOfQueues,
    announces: THREE,
  }),
  tv('long names', { fill: longNames }),
  tv('a long name announced', { fill: longNames, announces: ROOMS.two }),
  ...['ta,en', 'ms,zh', 'zh', 'ta'].flatMap(inLanguages),
  tv('tiles of 8', {
    readme: 'tv-tiles.png',
    inEachLook: true,
    places: BOTH_WAYS,
    fill: eightRooms,
    tvOptions: TILES,
  }),
  tv('numbers alone, waiting and missed', {
    fill: aMorning,
    tvOptions: { names: 'number', ...LINE },
  }),
  tv('the clinic does not answer', {
    fill: aMorningWithPictures,
    settings: PRAYERS,
    async show({ page, loseTheClinic }) {
      await loseTheClinic()
      await page.clock.runFor(12_000)
      await page.locator('.stage__stale').waitFor()
    },
  }),
  state('TV', 'pairing', '/tv', {
    places: ['tv'],
    isSignedOut: true,
    async show({ page }) {
      const code = page.locator('.tv-notice__code')
      await code.filter({ hasText: /^\w{3} \w{3}$/ }).waitFor()
    },
  }),
]

/** The words of a TV, where they have least room. */
function inLanguages(tvLanguages: string) {
  const name = `in ${tvLanguages}`
  const places = BOTH_WAYS
  const settings = { tvLanguages }
  const day = { places, fill: aMorningWithPictures, settings }
  return [
    tv(name, { ...day, settings: { tvLanguages, ...PRAYERS }, tvOptions: LINE }),
    tv(`${name}, announced`, { ...day, announces: ROOMS.one }),
    tv(`${name}, nobody called`, { places, settings }),
    tv(`${name}, tiles`, { places, fill: eightRooms, settings, tvOptions: { ...TILES, ...LINE } }),
  ]
}

function tv(name: string, options: Options = {}) {
  async function show(scene: Scene) {
    await showTv(scene, options)
    await options.show?.(scene)
  }
  return state('TV', name, null, { places: ['tv'], ...options, show })
}

/** A TV with sound allowed; its clock is fixed until the test moves it. */
async function showTv({ clinic, page }: Scene, { tvOptions = {}, announces }: Options) {
  // An evaluation counts as a user gesture, which allows sound: without an audio context it asks
  // for a key.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'AudioContext'))
  await page.clock.install({ time: TEN_O_CLOCK })
  const { device, token } = await createTvDevice(clinic, { userId: 1, name: 'Hall' })
  await changeTvOptions(clinic, device.id, tvOptions)
  await page.goto(`/tv/${token}`)
  await page.locator('body[data-awake]').waitFor()
  await page.locator('.stage__hint').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.stage__hint').waitFor({ state: 'detached' })
  if (!announces) return
  await callAgain(clinic, announces)
  await page.locator('.overlay__name').waitFor()
}

async function aMorningWithPictures(clinic: App) {
  await aMorning(clinic)
  await hangPictures(clinic, 'wash-hands.png')
}

/** Seven of eight rooms are taken, some by people with long names. */
async function eightRooms(clinic: App) {
  await aMorning(clinic)
  await save(clinic, { clinicName: 'KLINIK SERI DAMAI' })
  for (const name of MORE_ROOMS) await addRoom(clinic, aRoomInput(name))
  const [first = '', , , ...others] = LONG_NAMES
  for (const [index, name] of [first, '陈伟明', ...others].entries()) {
    const { id } = await register(clinic, name, 3)
    await call(clinic, id, FIRST_OF_THEM + index, 1)
  }
}
