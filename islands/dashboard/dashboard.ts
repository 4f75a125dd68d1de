import type { Stats } from '#clinic/lists'
import type { MediaItem } from '#clinic/media'
import type { Patient } from '#clinic/patient'
import type { Settings } from '#clinic/settings'
import { answer, api } from '../api.ts'
import { PACE } from '../data/pace.ts'
import { query } from '../data/query.ts'
import { openAnnouncer } from '../tv/announcer.ts'
import { openSpeaker } from '../tv/speaker.ts'

export type FirstData = {
  stats: Stats
  current: Patient | null
  history: Patient[]
  settings: Settings
  media: MediaItem[]
  newestSequence: number
  now: string
  timeZone: string
  isDemo: boolean
  /** Opened by a signed-in TV (`?fullscreen=1`): it asks to be started. */
  asksToStart: boolean
}

/** The day in four numbers, and what the waiting room sees. */
export function openDashboard(first: FirstData) {
  const stats = query('stats', () => answer(api.dashboard.stats.$get()), first.stats, {
    every: PACE.stats,
  })
  const current = query(
    'current-call',
    () => answer(api.dashboard['current-call'].$get({ query: { t: String(Date.now()) } })),
    first.current,
    { every: PACE.currentCall },
  )
  const history = query('history', () => answer(api.dashboard.history.$get()), first.history, {
    every: PACE.history,
  })
  const media = query('media', () => answer(api.display.$get()), first.media, {
    every: PACE.media,
  })
  const settings = query('settings', askSettings, first.settings, {
    every: PACE.settings,
    onlyWithoutLive: true,
  })

  const speaker = openSpeaker()
  let isFullscreen = false
  const announcer = openAnnouncer({
    newestSequence: first.newestSequence,
    newestShown: () => current.data.value?.callSequence ?? 0,
    ask: after => answer(api.dashboard.calls.$get({ query: { after: String(after) } })),
    // A desk's small preview stays silent.
    sound: () => (isFullscreen ? speaker.play(settings.data.value) : Promise.resolve()),
  })

  return {
    stats,
    current,
    history,
    media,
    settings,
    announcer,
    /** Inside a gesture's handler: browsers let nothing sound before one. */
    enterFullscreen() {
      isFullscreen = true
      void speaker.unlock()
    },
    leaveFullscreen() {
      isFullscreen = false
    },
  }
}

async function askSettings(): Promise<Settings> {
  const list = await answer(api.settings.$get())
  return Object.fromEntries(list.map(({ key, value }) => [key, value]))
}
