import { signal } from '@preact/signals-react'
import type { Estimates } from '#domain/queue/estimates'
import type { ClinicNow, Stats, TvCounts } from '#domain/queue/lists'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { createSpeakerOnDemand } from '../sound/speaker-on-demand.ts'
import { createDisplay, type InitialDisplay } from '../stage/model/display-model.ts'
import { SESSION_SOURCE } from '../stage/model/session-source.ts'

export type DashboardStats = Stats & {
  now: ClinicNow & { limitMinutes: number; tvs: TvCounts; estimates: Estimates }
}
export type InitialData = InitialDisplay & { stats: DashboardStats }

const TICK_MS = 5_000

export function createDashboardModel(initial: InitialData) {
  const stats = query('stats', () => unwrap(api.dashboard.stats.$get()), initial.stats, {
    every: STAFF_POLL_MS.stats,
  })
  /** Null until the user enters fullscreen for the first time. */
  const isFullscreen = signal<boolean | null>(null)
  const speaker = createSpeakerOnDemand()
  const display = createDisplay(initial, SESSION_SOURCE, {
    async playSound(settings, sound) {
      if (isFullscreen.value) await speaker().then(({ play }) => play(settings, sound), notLoaded)
    },
    stopSound() {
      if (isFullscreen.value) speaker().then(({ stop }) => stop(), notLoaded)
    },
  })

  return {
    stats,
    clock: createTicker(initial.now, TICK_MS),
    display,
    isFullscreen,
    /** Must run in a gesture's handler, because browsers require one for sound and fullscreen. */
    enterFullscreen() {
      isFullscreen.value = true
      speaker().then(({ unlock }) => unlock(), notLoaded)
      document.documentElement.requestFullscreen?.()?.catch(() => {})
    },
    leaveFullscreen() {
      isFullscreen.value = false
      speaker().then(({ stop }) => stop(), notLoaded)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
  }
}

function notLoaded() {
  console.info('sound: not loaded')
}
