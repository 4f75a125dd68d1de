import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { getTvApiPath, getTvPagePath, NOT_AUTHORISED, PAIRING_PATH } from '#domain/display/tv-paths'
import { watchClinicDay } from '../data/clinic-day.ts'
import { connectEventStream } from '../data/event-stream.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { TV_HISTORY_ROWS } from './announcement-queue.ts'
import { reloadNightly } from './connection/nightly-reload.ts'
import { clearToken, saveToken } from './connection/saved-token.ts'
import { createTokenSource } from './connection/token-source.ts'
import { createDisplay, type InitialDisplay } from './display.ts'
import { ScaledStage } from './ScaledStage.tsx'
import { Stage } from './Stage.tsx'
import { createSpeaker } from './sound/speaker.ts'
import { useSoundHint } from './sound/use-sound-hint.ts'
import './notice.css'

const AUTHORISED_CHECK_MS = 30_000

type Props = InitialDisplay & { token: string }

export default function TvScreen(props: Props) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <NotAuthorisedScreen token={props.token} />
  return <AuthorisedTv {...props} onRefused={() => setRefused(true)} />
}

function AuthorisedTv({ token, onRefused, ...initial }: Props & { onRefused(): void }) {
  useSignals()
  const [speaker] = useState(createSpeaker)
  const [display] = useState(() =>
    createDisplay(initial, createTokenSource(token, onRefused), {
      pollsOnlyWithoutLive: true,
      playSound: speaker.play,
    }),
  )

  // Connects before the first paint, which takes an old TV a while: a call may come meanwhile.
  useLayoutEffect(() => connectEventStream(getTvApiPath(token, 'events'), 'tv:connected'), [token])
  useWatch(...display.parts)
  useEffect(() => watchClinicDay(initial.timeZone), [initial.timeZone])
  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    saveToken(token)
    reloadNightly(initial.timeZone)
  }, [token, initial.timeZone])
  const hint = useSoundHint(speaker)
  const picture = display.picture()
  const staleSince = display.staleSince()

  return (
    <ScaledStage>
      {isPortrait => (
        <Stage
          {...picture}
          historyRows={TV_HISTORY_ROWS}
          isFull
          isPortrait={isPortrait}
          hint={hint}
          staleSince={staleSince}
        />
      )}
    </ScaledStage>
  )
}

export function NotAuthorisedScreen({ token }: { token: string }) {
  useEffect(() => {
    clearToken()
    document.body.setAttribute('data-awake', '')
    const timer = setInterval(() => {
      fetch(getTvApiPath(token, 'settings'), { cache: 'no-store' }).then(
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
