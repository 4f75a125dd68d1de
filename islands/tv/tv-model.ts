import { type Signal, signal } from '@preact/signals-react'
import { getTvApiPath } from '#domain/display/tv-device'
import { watchClinicDay } from '../data/clinic-day.ts'
import { isLive, onLiveEvent } from '../data/live-state.ts'
import { refetchQueries } from '../data/query.ts'
import { createSpeaker, type Speaker } from '../sound/speaker.ts'
import { createDisplay, type InitialDisplay } from '../stage/model/display-model.ts'
import { reloadNightly } from './connection/nightly-reload.ts'
import { createReporter } from './connection/reporter.ts'
import { createTokenSource } from './connection/token-source.ts'

const IDENTIFY_MS = 10_000

export type TvProps = InitialDisplay & { token: string }

export function createTv({ token, ...initial }: TvProps, onRefused: () => void) {
  /** The TV's name while an administrator identifies the TV, or null. */
  const identifiedAs = signal<string | null>(null)
  const isSoundBlocked = signal(false)
  const speaker = createSpeaker(({ sequence, calledAt }, language) =>
    getTvApiPath(token, `calls/${sequence}/voice/${language}.mp3?at=${calledAt}`),
  )
  const display = createDisplay(initial, createTokenSource(token, onRefused), {
    pollsOnlyWithoutLive: true,
    playSound: speaker.play,
    stopSound: speaker.stop,
    onShown: receipt => reporter.add(receipt),
  })
  const reporter = createReporter({
    token,
    lastSequence: display.lastSequence,
    audio() {
      if (!display.hasSound()) return 'off'
      return isSoundBlocked.value ? 'blocked' : 'ready'
    },
  })

  const getTimeZone = () => display.data().timeZone

  function chime() {
    // Skips the chime during a call, because two sounds would cut each other off.
    const { showing, settings } = display.data()
    if (showing === null) void speaker.play({ ...settings, enableSound: 'true' })
  }

  /** Waits for the greeting, because an earlier heartbeat is a change that this page would miss. */
  function beatWhileLive() {
    if (isLive.value) reporter.beat()
  }

  const refetch = () => void refetchQueries(['shown-calls'])
  let identifying: ReturnType<typeof setTimeout> | undefined
  const watches = [
    () => onLiveEvent('tv:changed', refetch),
    () =>
      // Registrations change only these parts of a TV.
      onLiveEvent('queue:updated', () => {
        const { showsWaiting, showsRange, showsMissed } = display.data().options
        if (showsWaiting || showsRange || showsMissed) refetch()
      }),
    () =>
      onLiveEvent('tv:command', ({ command, name }) => {
        if (command === 'reload') return location.reload()
        if (command === 'chime') return chime()
        identifiedAs.value = name
        clearTimeout(identifying)
        identifying = setTimeout(() => (identifiedAs.value = null), IDENTIFY_MS)
      }),
    // Sends a heartbeat when the stream begins, and when sound is allowed or blocked.
    () => isLive.subscribe(beatWhileLive),
    () => isSoundBlocked.subscribe(beatWhileLive),
    () => watchGestures(speaker, isSoundBlocked),
    () => watchClinicDay(getTimeZone),
    () => reloadNightly(getTimeZone),
  ]

  return {
    display,
    identifiedAs,
    isSoundBlocked,
    parts: [...display.parts, reporter, ...watches.map(watch => ({ watch }))],
  }
}

/** The first gesture allows sounds. Each gesture enters fullscreen, which some browsers end. */
function watchGestures(speaker: Speaker, isSoundBlocked: Signal<boolean>) {
  let isTouched = false
  speaker.isBlocked().then(isBlocked => (isSoundBlocked.value = isBlocked && !isTouched))

  function onGesture(event: KeyboardEvent | MouseEvent) {
    if (isForBrowser(event)) return
    if (!isTouched) void speaker.unlock()
    isTouched = true
    isSoundBlocked.value = false
    if (document.fullscreenElement) return
    // The result is undefined before Chromium 71.
    const entering = document.documentElement.requestFullscreen?.() as Promise<void> | undefined
    entering?.catch(() => {})
  }
  addEventListener('keydown', onGesture)
  addEventListener('click', onGesture)
  return () => {
    removeEventListener('keydown', onGesture)
    removeEventListener('click', onGesture)
  }
}

/** True for Escape, which leaves fullscreen, and for Alt or Ctrl, which may open another page. */
function isForBrowser(event: KeyboardEvent | MouseEvent) {
  const isEscape = 'key' in event && event.key === 'Escape'
  return isEscape || event.altKey || event.ctrlKey || event.metaKey
}
