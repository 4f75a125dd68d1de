import type { Stats } from '#domain/queue/lists'
import { api, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { SESSION_SOURCE } from '../tv/connection/session-source.ts'
import { createDisplay, type InitialDisplay } from '../tv/display.ts'

export type InitialData = InitialDisplay & {
  stats: Stats
  /** Opened by a signed-in TV (`?fullscreen=1`): it asks to be started. */
  asksToStart: boolean
}

/** The day in four numbers, and what the waiting room sees. */
export function createDashboardModel(first: InitialData) {
  const stats = query('stats', () => unwrap(api.dashboard.stats.$get()), first.stats, {
    every: POLL_MS.stats,
  })
  let isFullscreen = false
  const display = createDisplay(first, SESSION_SOURCE, { isAudible: () => isFullscreen })

  return {
    stats,
    display,
    /** Inside a gesture's handler: browsers let nothing sound before one. */
    enterFullscreen() {
      isFullscreen = true
      void display.speaker.unlock()
    },
    leaveFullscreen() {
      isFullscreen = false
    },
  }
}
