import { signal } from '@preact/signals-react'
import { ApiError, api, getErrorMessage, unwrap } from '../data/api.ts'
import { watchClinicDay } from '../data/clinic-day.ts'
import { sendWrite, TOO_LATE } from '../data/mutation.ts'
import { watchGestures } from '../sound/gestures.ts'
import { createSpeaker } from '../sound/speaker.ts'
import { getVoiceUrl } from '../sound/speaker-on-demand.ts'
import { createDisplay, type InitialDisplay } from '../stage/model/display-model.ts'
import { SESSION_SOURCE } from '../stage/model/session-source.ts'

const NO_ANSWER = 'The server does not answer. The display starts as soon as it does.'
const UNREACHABLE = 'The server cannot be reached.'

/** Shows no call before the server has made the session a display's. */
type TvPhase = 'asking' | 'starting' | 'running'

export function createSessionTv(initial: InitialDisplay, isStarted: boolean) {
  const phase = signal<TvPhase>(isStarted ? 'running' : 'asking')
  const problem = signal<string | null>(null)
  const isSoundBlocked = signal(false)
  const speaker = createSpeaker(getVoiceUrl)
  const display = createDisplay(initial, SESSION_SOURCE, {
    playSound: speaker.play,
    stopSound: speaker.stop,
  })
  let ignoreGestures = () => {}

  /** Call it in a gesture's handler: browsers allow no sound and no fullscreen before. */
  function start() {
    if (phase.value !== 'asking') return
    phase.value = 'starting'
    void speaker.unlock()
    document.documentElement.requestFullscreen?.()?.catch(() => {})
    void startDisplay()
  }

  async function startDisplay() {
    problem.value = null
    const onUnsure = () => (problem.value = NO_ANSWER)
    try {
      await sendWrite(headers => unwrap(api.auth.display.$post({}, headers)), { onUnsure })
      phase.value = 'running'
    } catch (cause) {
      // The server was away for longer than a request is valid.
      if (cause instanceof ApiError && cause.status === TOO_LATE) return startDisplay()
      phase.value = 'asking'
      problem.value = getErrorMessage(cause, 'The display could not be started.')
    }
  }

  /** The page that follows is what the session is by then. */
  async function cancel() {
    const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (response) location.replace('/')
    else problem.value = UNREACHABLE
  }

  function stop() {
    ignoreGestures()
    speaker.stop()
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  }

  function watchOnce() {
    ignoreGestures = watchGestures(speaker, isSoundBlocked)
    return ignoreGestures
  }

  return {
    phase,
    problem,
    isSoundBlocked,
    display,
    parts: [
      ...display.parts,
      { watch: watchOnce },
      { watch: () => watchClinicDay(() => initial.timeZone) },
    ],
    start,
    cancel,
    stop,
  }
}
