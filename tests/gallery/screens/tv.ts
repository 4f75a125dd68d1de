import type { App } from '../../support/server/test-clinic.ts'
import { aMorning, call, nameTheRooms, register, save } from '../day.ts'
import { LONG_NAMES } from '../people.ts'
import { hangPictures } from '../posters.ts'
import type { Screen, State } from '../state.ts'
import { announce, openTv, openTvWithMarquee } from '../tv.ts'

const NOTICE =
  'Welcome to the Health Clinic. Please keep your number and wait until your name is called.'

export const TV: Screen = {
  title: 'TV',
  places: ['tv'],
  isSignedOut: true,
  states: [
    { name: 'nobody called, no media', show: openTv },
    {
      name: 'a day in progress',
      readme: 'tv.png',
      fill: withAll({ showPrayerTimes: 'true', clinicName: 'KLINIK SERI DAMAI' }),
      show: openTv,
    },
    { name: 'the overlay of a call', fill: aMorning, show: scene => announce(scene, 6, 2) },
    {
      name: 'blinking, dim',
      fill: aMorning,
      async show(scene) {
        await announce(scene, 6, 2)
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
    ...LONG_NAMES.flatMap((name, at) => called(`a long name, ${at + 1}`, name)),
    ...called('a name of three letters', 'ALI'),
    ...called('nobody’s name', null),
    ...called('a Chinese name', '陈伟明'),
    ...called('a Tamil name', 'கிருஷ்ணன்'),
    {
      name: 'all in Malay, gradients',
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

function withAll(settings: Record<string, string>) {
  return async (clinic: App) => {
    await aMorning(clinic)
    await hangPictures(clinic)
    await save(clinic, settings)
  }
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
    { name: `${name}, announced`, fill, show: scene => announce(scene, 3, 4) },
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
