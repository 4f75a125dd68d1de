import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { getTvApiPath, getTvPagePath, NOT_AUTHORISED, PAIRING_PATH } from '#domain/display/tv-paths'
import { useWatch } from '../data/use-watch.ts'
import { TV_HISTORY_ROWS } from './announcement-queue.ts'
import { connectEventStream } from './connection/event-stream.ts'
import { reloadNightly } from './connection/nightly-reload.ts'
import { clearToken, saveToken } from './connection/saved-token.ts'
import { createTokenSource } from './connection/token-source.ts'
import { createDisplay, type InitialDisplay } from './display.ts'
import { ScaledStage } from './ScaledStage.tsx'
import { Stage } from './Stage.tsx'
import { useSoundHint } from './sound/use-sound-hint.ts'
import './notice.css'

const AUTHORISED_CHECK_MS = 30_000

type Props = InitialDisplay & { token: string }

/** The whole screen of a waiting room's TV, opened by its token. */
export default function TvScreen(props: Props) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <NotAuthorisedScreen token={props.token} />
  return <AuthorisedTv {...props} onRefused={() => setRefused(true)} />
}

/** The picture; whoever is refused asks for it no more. */
function AuthorisedTv({ token, onRefused, ...first }: Props & { onRefused(): void }) {
  useSignals()
  const [display] = useState(() =>
    createDisplay(first, createTokenSource(token, onRefused), {
      isQuiet: true,
      isLoud: () => true,
    }),
  )

  // Before the picture is drawn: an old TV takes a while for that, and a call may come meanwhile.
  useLayoutEffect(() => connectEventStream(getTvApiPath(token, 'events')), [token])
  useWatch(...display.parts)
  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    saveToken(token)
    reloadNightly(first.timeZone)
  }, [token, first.timeZone])
  const hint = useSoundHint(display.speaker)

  return (
    <ScaledStage>
      <Stage
        {...display.picture()}
        historyRows={TV_HISTORY_ROWS}
        isFull
        hint={hint}
        staleSince={display.staleSince()}
      />
    </ScaledStage>
  )
}

/** Shown from the moment that the token is revoked; comes back by itself when the display may again. */
export function NotAuthorisedScreen({ token }: { token: string }) {
  useEffect(() => {
    clearToken()
    document.body.setAttribute('data-awake', '')
    const timer = setInterval(() => {
      fetch(getTvApiPath(token, 'settings'), { cache: 'no-store' }).then(
        answer => answer.ok && location.replace(getTvPagePath(token)),
        () => {},
      )
    }, AUTHORISED_CHECK_MS)
    return () => clearInterval(timer)
  }, [token])

  return (
    <main className="tv-notice">
      <h1 className="tv-notice__title">{NOT_AUTHORISED}</h1>
      <p>An administrator can connect it again.</p>
      <a className="tv-notice__link" href={PAIRING_PATH}>
        Show a pairing code
      </a>
    </main>
  )
}
