import { sql } from 'drizzle-orm'
import { LOOKS } from '../../../islands/settings/looks.ts'
import type { App } from '../../support/server/test-clinic.ts'
import { aMorning, call, longNames, nameTheRooms, register, save } from '../day.ts'
import { LONG_NAMES } from '../people.ts'
import { chooseLogo, hang, hangPictures } from '../posters.ts'
import type { Screen, State } from '../state.ts'
import { announce, openTv, openTvWithMarquee, switchOn } from '../tv.ts'

const NOTICE =
  'Welcome to the Health Clinic. Please keep your number and wait until your name is called.'

const UPRIGHT: State[] = [
  { name: 'upright, nobody called', show: openTv, places: ['upright'] },
  {
    name: 'upright, prayer times',
    fill: withAll({ showPrayerTimes: 'true' }),
    show: openTv,
    places: ['upright'],
  },
  {
    name: 'upright, weather and marquee',
    fill: withAll({ showWeather: 'true', enableMarquee: 'true', marqueeText: NOTICE }),
    show: openTvWithMarquee,
    places: ['upright'],
  },
  {
    name: 'upright, the overlay of a call',
    fill: aMorning,
    show: scene => announce(scene, { patient: 6, room: 2 }),
    places: ['upright'],
  },
]

export const TV: Screen = {
  title: 'TV',
  places: ['tv'],
  isSignedOut: true,
  looks: LOOKS,
  states: [
    { name: 'nobody called, no media', show: openTv },
    { name: 'nobody called, a logo', fill: chooseLogo, show: openTv },
    { name: 'no key pressed yet', fill: aMorning, show: switchOn },
    {
      name: 'a day in progress',
      readme: 'tv.png',
      readmeLook: 'Calm',
      fill: withAll({ showPrayerTimes: 'true', clinicName: 'KLINIK SERI DAMAI' }),
      show: openTv,
    },
    {
      name: 'the overlay of a call',
      readme: 'tv-call.png',
      readmeLook: 'Calm',
      fill: aMorning,
      show: scene => announce(scene, { patient: 6, room: 2 }),
    },
    {
      name: 'blinking, dim',
      fill: aMorning,
      async show(scene) {
        await announce(scene, { patient: 6, room: 2 })
        await scene.page.clock.runFor(5_100)
        await scene.page.locator('.is-dim').waitFor()
      },
    },
    { name: 'no logo, history full', fill: aMorning, show: openTv },
    { name: 'prayer times', fill: withAll({ showPrayerTimes: 'true' }), show: openTv },
    { name: 'weather', fill: withAll({ showWeather: 'true' }), show: openTv },
    {
      name: 'weather and marquee',
      fill: withAll({ showWeather: 'true', enableMarquee: 'true', marqueeText: NOTICE }),
      show: openTvWithMarquee,
    },
    {
      name: 'prayer times and marquee',
      fill: withAll({ showPrayerTimes: 'true', enableMarquee: 'true', marqueeText: NOTICE }),
      show: openTvWithMarquee,
    },
    {
      name: 'marquee alone',
      fill: withAll({ enableMarquee: 'true' }),
      show: openTvWithMarquee,
    },
    {
      name: 'no weather to be had',
      fill: withAll({ showWeather: 'true' }),
      async show(scene) {
        await scene.page.route('**/weather*', route => route.abort())
        await openTv(scene)
        await scene.page.getByText('Weather data unavailable, retrying...').waitFor()
      },
    },
    {
      name: 'upright pictures',
      async fill(clinic) {
        await aMorning(clinic)
        await hang(clinic, ['vaccination.png', 'breakfast.png'])
      },
      async show(scene) {
        await openTv(scene)
        await scene.page.locator('.stage__slot--pair').waitFor({ state: 'attached' })
        await scene.page.clock.runFor(11_000)
        await scene.page.locator('.stage__slot--pair.stage__slot--shown').waitFor()
        await scene.page.clock.runFor(1_000)
      },
    },
    { name: 'a long room and a number of four digits', fill: aLongRoom, show: openTv },
    {
      name: 'a long room, announced',
      fill: aLongRoom,
      show: scene => announce(scene, { patient: 1, room: 4 }),
    },
    {
      name: 'stale',
      fill: withAll({ showPrayerTimes: 'true' }),
      places: ['tv', 'upright'],
      async show(scene) {
        await openTv(scene)
        await scene.loseTheClinic()
        await scene.page.clock.runFor(12_000)
        await scene.page.locator('.stage__stale').waitFor()
      },
    },
    ...UPRIGHT,
    ...LONG_NAMES.flatMap((name, at) => called(`a long name, ${at + 1}`, name)),
    ...called('a name of three letters', 'ALI'),
    ...called('nobody’s name', null),
    ...called('a Chinese name', '陈伟明'),
    ...called('a Tamil name', 'கிருஷ்ணன்'),
    {
      name: 'all in Malay, gradients',
      looks: [],
      fill: withAll({
        clinicName: 'KLINIK KESIHATAN SERI KEMBANGAN 24 JAM',
        headerBackgroundMode: 'gradient',
        headerBackgroundGradient: 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)',
        callNameTextMode: 'gradient',
        callBackgroundColor: '#0f172a',
        enableMarquee: 'true',
        marqueeText: 'Sila ambil nombor dan tunggu nama anda dipanggil. Terima kasih.',
      }),
      show: openTvWithMarquee,
    },
  ],
}

export function withAll(settings: Record<string, string>) {
  return async (clinic: App) => {
    await aMorning(clinic)
    await hangPictures(clinic)
    await save(clinic, settings)
  }
}

async function aLongRoom(clinic: App) {
  await longNames(clinic)
  for (const at of [1, 2]) await call(clinic, at + 1, at + 1, 3 - at)
  await clinic.write(tx => tx.run(sql`update patients set number = number + 1021`))
}

/** As an overlay, and as the current call with the history below. */
function called(name: string, patient: string | null): State[] {
  async function fill(clinic: App) {
    await nameTheRooms(clinic)
    for (const other of ['AHMAD BIN ISMAIL', patient, patient]) await register(clinic, other, 9)
    await call(clinic, 1, 2, 6)
    await call(clinic, 2, 3, 4)
  }
  return [
    { name: `${name}, announced`, fill, show: scene => announce(scene, { patient: 3, room: 4 }) },
    {
      name: `${name}, in its place`,
      async fill(clinic) {
        await fill(clinic)
        await call(clinic, 3, 4, 2)
      },
      show: openTv,
    },
  ]
}
