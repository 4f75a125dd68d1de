import type { Stats } from '#domain/queue/lists'
import { answer, api } from '../data/api.ts'
import { PACE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { SIGNED_IN } from '../tv/connection/session-source.ts'
import { type FirstPicture, openDisplay } from '../tv/display.ts'

export type FirstData = FirstPicture & {
  stats: Stats
  /** Opened by a signed-in TV (`?fullscreen=1`): it asks to be started. */
  asksToStart: boolean
}

/** The day in four numbers, and what the waiting room sees. */
export function openDashboard(first: FirstData) {
  const stats = query('stats', () => answer(api.dashboard.stats.$get()), first.stats, {
    every: PACE.stats,
  })
  let isFullscreen = false
  const display = openDisplay(first, SIGNED_IN, { isLoud: () => isFullscreen })

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
