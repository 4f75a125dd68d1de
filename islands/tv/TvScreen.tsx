import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { NOT_AUTHORISED, PAIRING_PATH, tvPagePath, tvPath } from '#domain/display/tv-paths'
import { useWatch } from '../data/use-watch.ts'
import { TV_HISTORY_ROWS } from './announcement-queue.ts'
import { listen } from './connection/event-stream.ts'
import { reloadAtQuietHours } from './connection/nightly-reload.ts'
import { forget, remember } from './connection/saved-token.ts'
import { tokenSource } from './connection/token-source.ts'
import { type FirstPicture, openDisplay } from './display.ts'
import { ScaledStage } from './ScaledStage.tsx'
import { Stage } from './Stage.tsx'
import { useSoundHint } from './sound/use-sound-hint.ts'

const LOOKS_WHETHER_AUTHORISED_EVERY_MS = 30_000

type Props = FirstPicture & { token: string }

/** The whole screen of a waiting room's TV, opened by its token. */
export default function TvScreen(props: Props) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <Refused token={props.token} />
  return <Shown {...props} onRefused={() => setRefused(true)} />
}

/** The picture; whoever is refused asks for it no more. */
function Shown({ token, onRefused, ...first }: Props & { onRefused(): void }) {
  useSignals()
  const [display] = useState(() =>
    openDisplay(first, tokenSource(token, onRefused), { isQuiet: true, isLoud: () => true }),
  )

  // Before the picture is drawn: an old TV takes a while for that, and a call may come meanwhile.
  useLayoutEffect(() => listen(tvPath(token, 'events')), [token])
  useWatch(...display.parts)
  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    remember(token)
    reloadAtQuietHours(first.timeZone)
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
export function Refused({ token }: { token: string }) {
  useEffect(() => {
    forget()
    document.body.setAttribute('data-awake', '')
    const timer = setInterval(() => {
      fetch(tvPath(token, 'settings'), { cache: 'no-store' }).then(
        answer => answer.ok && location.replace(tvPagePath(token)),
        () => {},
      )
    }, LOOKS_WHETHER_AUTHORISED_EVERY_MS)
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
