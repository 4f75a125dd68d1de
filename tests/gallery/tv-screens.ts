import { addRoom } from '../../server/actions/rooms.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'
import { aMorning, call, longNames, register, save } from './day.ts'
import { LONG_NAMES } from './people.ts'
import { hang, hangPictures } from './posters.ts'
import type { Screen, State } from './state.ts'
import { announce, openTv, openTvWithMarquee } from './tv.ts'

const NOTICE =
  'Welcome to the Health Clinic. Please keep your number and wait until your name is called.'
const MORE_ROOMS = [
  'Room 4 - Dr. Chong',
  'Room 5',
  'Treatment Room 6 - Nurse Siti',
  'X-ray',
  'Bilik Rawatan 8 - Dr. Rajeswari Pillai',
]
const FIRST_OF_THEM = 5
const EIGHT = Array.from({ length: 8 }, (_, index) => ROOMS.one + index)

/** The words of a TV, where they have least room. */
function inLanguages(tvLanguages: string): State[] {
  const settings = { tvLanguages, showPrayerTimes: 'true' }
  const places: State['places'] = ['tv', 'upright']
  const line = { showsWaiting: true, showsMissed: true }
  return [
    {
      name: `in ${tvLanguages}`,
      places,
      fill: withAll(settings),
      show: scene => openTv(scene, line),
    },
    {
      name: `in ${tvLanguages}, announced`,
      places,
      fill: withAll({ tvLanguages }),
      show: scene => announce(scene, 6, ROOMS.one),
    },
    {
      name: `in ${tvLanguages}, nobody called`,
      places,
      fill: clinic => save(clinic, { tvLanguages }),
      show: openTv,
    },
    {
      name: `in ${tvLanguages}, tiles`,
      places,
      async fill(clinic) {
        await eightRooms(clinic)
        await save(clinic, { tvLanguages })
      },
      show: scene => openTv(scene, { layout: 'tiles', rooms: EIGHT, ...line }),
    },
  ]
}

/** What the waiting room sees. */
export const TV_SCREENS: Screen[] = [
  {
    title: 'TV',
    places: ['tv'],
    isSignedOut: true,
    states: [
      { name: 'nobody called, no media', show: openTv },
      {
        name: 'a day in progress',
        readme: 'tv.png',
        inEachLook: true,
        places: ['tv', 'upright', 'small-tv'],
        fill: withAll({ showPrayerTimes: 'true', clinicName: 'KLINIK SERI DAMAI' }),
        show: openTv,
      },
      {
        name: 'the overlay of a call',
        readme: 'tv-call.png',
        inEachLook: true,
        places: ['tv', 'upright', 'small-tv'],
        fill: aMorning,
        show: scene => announce(scene, 6, ROOMS.one),
      },
      {
        name: 'weather and marquee',
        fill: withAll({ showWeather: 'true', enableMarquee: 'true', marqueeText: NOTICE }),
        show: openTvWithMarquee,
      },
      {
        name: 'upright pictures',
        async fill(clinic) {
          await aMorning(clinic)
          await hang(clinic, ['vaccination.png', 'breakfast.png'])
        },
        show: openTv,
      },
      { name: 'long names', fill: longNames, show: openTv },
      ...(['ta,en', 'ms,zh', 'zh', 'ta'] as const).flatMap(inLanguages),
      {
        name: 'a long name announced',
        fill: longNames,
        show: scene => announce(scene, 2, ROOMS.two),
      },
      {
        name: 'tiles of 8',
        readme: 'tv-tiles.png',
        inEachLook: true,
        places: ['tv', 'upright'],
        fill: eightRooms,
        show: scene => openTv(scene, { layout: 'tiles', rooms: EIGHT }),
      },
      {
        name: 'numbers alone, waiting and missed',
        fill: aMorning,
        show: scene => openTv(scene, { names: 'number', showsWaiting: true, showsMissed: true }),
      },
      {
        name: 'the clinic does not answer',
        fill: withAll({ showPrayerTimes: 'true' }),
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
    ],
  },
]

function withAll(settings: Record<string, string>) {
  return async (clinic: App) => {
    await aMorning(clinic)
    await hangPictures(clinic)
    await save(clinic, settings)
  }
}

/** Seven of eight rooms are taken, some by people with long names. */
async function eightRooms(clinic: App) {
  await aMorning(clinic)
  await save(clinic, { clinicName: 'KLINIK SERI DAMAI' })
  for (const name of MORE_ROOMS) await addRoom(clinic, { name })
  const [first = '', , , ...others] = LONG_NAMES
  for (const [index, name] of [first, '陈伟明', ...others].entries()) {
    const { id } = await register(clinic, name, 3)
    await call(clinic, id, FIRST_OF_THEM + index, 1)
  }
}
