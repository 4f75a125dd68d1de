import type { TvOptions } from '#domain/display/tv-options'
import type { LOOKS } from '../../islands/settings/looks.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'
import { aMorning, call, nameTheRooms, register, save } from './day.ts'
import { LONG_NAMES } from './people.ts'
import { chooseLogo, hang } from './posters.ts'

export type EngineState = {
  name: string
  look: (typeof LOOKS)[number]['name']
  fill(clinic: App): Promise<unknown>
  options?: Partial<TvOptions>
  announce?(clinic: App): Promise<unknown>
}

const ANNOUNCED = 6

/** What the engines are compared in: every panel, both layouts, three scripts and all looks. */
export const ENGINE_STATES: EngineState[] = [
  { name: 'a day, prayer times', look: 'Calm', fill: aDay({ showPrayerTimes: 'true' }) },
  { name: 'a day, weather', look: 'Classic', fill: aDay({ showWeather: 'true' }) },
  {
    name: 'words in Tamil and English',
    look: 'Calm',
    fill: aDay({ showPrayerTimes: 'true', tvLanguages: 'ta,en' }),
    options: { showsWaiting: true, showsMissed: true },
  },
  {
    name: 'words in Chinese, tiles',
    look: 'Light',
    fill: aDay({ tvLanguages: 'zh' }),
    options: { layout: 'tiles', showsWaiting: true },
  },
  {
    name: 'overlay of a call',
    look: 'High contrast',
    fill: aMorning,
    announce: clinic => call(clinic, ANNOUNCED, ROOMS.one),
  },
  { name: 'three scripts', look: 'Light', fill: threeScripts },
  {
    name: 'tiles',
    look: 'Light',
    fill: threeScripts,
    options: { layout: 'tiles', showsWaiting: true },
  },
]

/** One picture: a second one would fade in at another time in each engine. */
function aDay(settings: Record<string, string>) {
  return async (clinic: App) => {
    await aMorning(clinic)
    await hang(clinic, ['wash-hands.png'])
    await chooseLogo(clinic)
    await save(clinic, settings)
  }
}

async function threeScripts(clinic: App) {
  await nameTheRooms(clinic)
  const [malay = '', , , chinese = '', tamil = ''] = LONG_NAMES
  for (const [index, name] of [tamil, chinese, malay].entries()) {
    const { id } = await register(clinic, name, 9)
    await call(clinic, id, ROOMS.one + index, 8 - index)
  }
}
