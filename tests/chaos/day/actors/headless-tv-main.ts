import { effect } from '@preact/signals-react'
import { getTvApiPath } from '#domain/display/tv-paths'
import { getTvName } from '#domain/patients/patient'
import { connectEventStream } from '../../../../islands/data/event-stream.ts'
import { TV_HISTORY_ROWS } from '../../../../islands/tv/announcement-queue.ts'
import { createTokenSource } from '../../../../islands/tv/connection/token-source.ts'
import { createDisplay } from '../../../../islands/tv/display.ts'
import { pageOptions as sharedOptions } from '../../../support/actors/page-environment.ts'
import { onCommand, sendToParent } from './headless-process.ts'

/** A TV without a screen: its display model, announcements and event stream. */
const {
  token = '',
  speedup,
  timeZone,
} = sharedOptions as typeof sharedOptions & {
  speedup: number
  timeZone: string
}

// Only the overlay's five seconds are shortened.
const timeout = setTimeout
const spedUpTimeout = (work: () => void, ms?: number) =>
  timeout(work, ms === 5_000 ? ms / speedup : ms)
Object.assign(globalThis, { setTimeout: spedUpTimeout })

const source = createTokenSource(token, () => {})
const display = createDisplay(
  {
    ...(await source.calls.shown()),
    settings: await source.settings(),
    media: [],
    prayerTimes: null,
    newestSequence: 0,
    now: new Date().toISOString(),
    timeZone,
    isDemo: false,
  },
  source,
  { pollsOnlyWithoutLive: true, playSound: async () => {} },
)

let announced = 0
effect(() => {
  const { showing } = display.data()
  if (showing?.phase !== 'overlay' || showing.call.sequence === announced) return
  announced = showing.call.sequence
  sendToParent({ announced: `${showing.call.name}, ${showing.call.room}` })
})
for (const part of display.parts) part.watch()
connectEventStream(getTvApiPath(token, 'events'), 'tv:connected')

onCommand(() => {
  const { showing, current, history } = display.data()
  const before = history.filter(({ id }) => id !== showing?.call.patientId)
  return {
    isQuiet: showing === null,
    current: current ? `${getTvName(current)}, ${current.room?.name}` : 'N/A',
    history: before
      .slice(0, TV_HISTORY_ROWS)
      .map(patient => `${getTvName(patient)}, ${patient.lastRoom?.name}`),
  }
})
sendToParent({ isReady: true })
