import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { getTvApiPath, getTvPagePath, NOT_AUTHORISED, PAIRING_PATH } from '#domain/display/tv-paths'
import { say } from '#domain/display/words/say'
import { watchClinicDay } from '../data/clinic-day.ts'
import { connectEventStream } from '../data/event-stream.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { presetWallClock, type WallClock } from './clock.ts'
import { useCommands } from './commands.ts'
import { reloadNightly } from './connection/nightly-reload.ts'
import { createReporter, type Reporter } from './connection/reporter.ts'
import { clearToken, saveToken } from './connection/saved-token.ts'
import { withAbort } from './connection/timeout.ts'
import { createTokenSource } from './connection/token-source.ts'
import { createDisplay, type InitialDisplay } from './display.ts'
import { createSpeaker, type Speaker } from './sound/speaker.ts'
import { TvStage } from './TvStage.tsx'
import './notice.css'

const AUTHORISED_CHECK_MS = 30_000
const SOUND_HINT = 'Press OK on the remote for sound' as const

type Props = InitialDisplay & { token: string; clock: WallClock }

export default function TvScreen(props: Props) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <NotAuthorisedScreen token={props.token} />
  return <AuthorisedTv {...props} onRefused={() => setRefused(true)} />
}

function AuthorisedTv({ token, clock, onRefused, ...initial }: Props & { onRefused(): void }) {
  useSignals()
  const [speaker] = useState(() =>
    createSpeaker(({ sequence }, language) =>
      getTvApiPath(token, `calls/${sequence}/voice/${language}.mp3`),
    ),
  )
  const hint = useSoundHint(speaker)
  const isSoundBlocked = useRef(false)
  isSoundBlocked.current = hint !== null
  const [{ display, reporter }] = useState(() => {
    presetWallClock(initial.now, initial.timeZone, clock)
    const reporter: Reporter = createReporter({
      token,
      build: getScriptName,
      lastSequence: () => display.lastSequence(),
      audio() {
        if (!display.hasSound()) return 'off'
        return isSoundBlocked.current ? 'blocked' : 'ready'
      },
    })
    const display = createDisplay(initial, createTokenSource(token, onRefused), {
      pollsOnlyWithoutLive: true,
      playSound: speaker.play,
      stopSound: speaker.stop,
      onShown: reporter.add,
    })
    return { display, reporter }
  })
  const identifiedAs = useCommands({
    chime() {
      // Two sounds at once would cut each other off, and a call comes first.
      const { showing, settings } = display.data()
      if (showing === null) void speaker.play({ ...settings, enableSound: 'true' })
    },
    showsQueue() {
      const { showsWaiting, showsRange, showsMissed } = display.data().options
      return showsWaiting || showsRange || showsMissed
    },
  })

  // Connects before the first paint, which takes an old TV a while: a call may come meanwhile.
  useLayoutEffect(() => connectEventStream(getTvApiPath(token, 'events'), 'tv:connected'), [token])
  useWatch(...display.parts, reporter)
  useEffect(() => watchClinicDay(initial.timeZone), [initial.timeZone])
  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    saveToken(token)
    return reloadNightly(initial.timeZone)
  }, [token, initial.timeZone])

  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start, and when sound is allowed or blocked
  useEffect(reporter.beat, [hint])

  return (
    <TvStage
      {...display.data()}
      hint={display.hasSound() && hint ? say(display.data().words, hint) : null}
      staleSince={display.staleSince()}
    >
      {identifiedAs !== null && <p className="tv-identify">{identifiedAs}</p>}
    </TvStage>
  )
}

function useSoundHint(speaker: Speaker) {
  const [isBlocked, setBlocked] = useState(false)

  useEffect(() => {
    let isTouched = false
    speaker.isBlocked().then(blocked => !isTouched && setBlocked(blocked))

    function onGesture() {
      isTouched = true
      setBlocked(false)
      void speaker.unlock()
      // The result is undefined before Chromium 71.
      const entering = document.documentElement.requestFullscreen?.() as Promise<void> | undefined
      entering?.catch(() => {})
      stop()
    }
    function stop() {
      removeEventListener('keydown', onGesture)
      removeEventListener('click', onGesture)
    }
    addEventListener('keydown', onGesture)
    addEventListener('click', onGesture)
    return stop
  }, [speaker])

  return isBlocked ? SOUND_HINT : null
}

function getScriptName() {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')
  return script ? new URL(script.src).pathname : ''
}

export function NotAuthorisedScreen({ token }: { token: string }) {
  useEffect(() => {
    clearToken()
    document.body.setAttribute('data-awake', '')
    const timer = setInterval(() => {
      const path = getTvApiPath(token, 'settings')
      withAbort(signal => fetch(path, { cache: 'no-store', signal }), AUTHORISED_CHECK_MS).then(
        response => response.ok && location.replace(getTvPagePath(token)),
        () => {},
      )
    }, AUTHORISED_CHECK_MS)
    return () => clearInterval(timer)
  }, [token])

  return (
    <main className="tv-notice">
      <h1 className="tv-notice__title">{NOT_AUTHORISED}</h1>
      <p>Ask an administrator to connect this TV again.</p>
      <a className="tv-notice__link" href={PAIRING_PATH}>
        Show a pairing code
      </a>
    </main>
  )
}
