import { LOOKS } from '../../../islands/settings/looks.ts'
import { addRoom } from '../../../server/actions/rooms.ts'
import { type App, ROOMS } from '../../support/server/test-clinic.ts'
import { aMorning, call, miss, register, save } from '../day.ts'
import { LONG_NAMES } from '../people.ts'
import type { Place, Screen } from '../state.ts'
import { announce, openTv } from '../tv.ts'
import { withAll } from './tv.ts'

const MORE_ROOMS = [
  'Room 4 - Dr. Chong',
  'Room 5',
  'Treatment Room 6 - Nurse Siti',
  'X-ray',
  'Bilik Rawatan 8 - Dr. Rajeswari Pillai',
]
const ROOM_THREE = 4
const FIRST_OF_THEM = 5
const EIGHT = Array.from({ length: 8 }, (_, index) => ROOMS.one + index)
const ANNOUNCED = { patient: 6, room: ROOMS.one }
const SIZES: Place[] = ['tv', 'small-tv', 'large-tv']

const aDay = withAll({ showPrayerTimes: 'true', clinicName: 'KLINIK SERI DAMAI' })

export const TV_OPTIONS: Screen = {
  title: 'TV with its own options',
  places: ['tv'],
  isSignedOut: true,
  looks: LOOKS,
  states: [
    { name: 'a day, on other sizes', fill: aDay, show: openTv, places: ['small-tv', 'large-tv'] },
    {
      name: 'the overlay, on other sizes',
      fill: aMorning,
      show: scene => announce(scene, ANNOUNCED),
      places: ['small-tv', 'large-tv'],
    },
    {
      name: 'tiles of 2',
      fill: aDay,
      show: scene => openTv(scene, { layout: 'tiles', rooms: EIGHT.slice(0, 2) }),
    },
    {
      name: 'tiles of 4',
      fill: aDay,
      show: scene => openTv(scene, { layout: 'tiles' }),
      places: ['tv', 'upright'],
    },
    {
      name: 'tiles of 8',
      readme: 'tv-tiles.png',
      readmeLook: 'Calm',
      fill: eightRooms,
      show: scene => openTv(scene, { layout: 'tiles', rooms: EIGHT }),
      places: [...SIZES, 'upright'],
    },
    {
      name: 'tiles of 8, numbers alone',
      fill: eightRooms,
      show: scene => openTv(scene, { layout: 'tiles', rooms: EIGHT, names: 'number' }),
    },
    {
      name: 'numbers alone',
      fill: aMorning,
      show: scene => openTv(scene, { names: 'number' }),
      places: ['tv', 'upright'],
    },
    {
      name: 'numbers alone, announced',
      fill: aMorning,
      show: scene => announce(scene, { ...ANNOUNCED, options: { names: 'number' } }),
    },
    {
      name: 'initials',
      fill: aMorning,
      show: scene => openTv(scene, { names: 'initials' }),
    },
    {
      name: 'waiting and missed, with a margin',
      async fill(clinic) {
        await aDay(clinic)
        await miss(clinic, 10)
        await call(clinic, 12, ROOM_THREE)
        await miss(clinic, 12)
      },
      show: scene => openTv(scene, { showsWaiting: true, showsMissed: true, overscan: 5 }),
      places: ['tv', 'upright'],
    },
  ],
}

/** Seven of eight rooms are taken, some by people with long names. */
async function eightRooms(clinic: App) {
  await aMorning(clinic)
  await save(clinic, { clinicName: 'KLINIK SERI DAMAI' })
  for (const name of MORE_ROOMS) await addRoom(clinic, { name })
  for (const [index, name] of [
    ...LONG_NAMES.slice(0, 1),
    '陈伟明',
    ...LONG_NAMES.slice(3),
  ].entries()) {
    const { id } = await register(clinic, name, 3)
    await call(clinic, id, FIRST_OF_THEM + index, 1)
  }
}
