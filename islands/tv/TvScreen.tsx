import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { getTvApiPath, NOT_AUTHORISED, PAIRING_PATH } from '#domain/display/tv-device'
import { translate } from '#domain/display/words/translate'
import { clearToken, saveToken } from '../data/storage.ts'
import { connectTvStream } from '../data/tv-stream.ts'
import { TvStage } from '../stage/TvStage.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { getScriptName } from './connection/reporter.ts'
import { isTokenValid } from './pairing/pairing.ts'
import { createTv, type TvProps } from './tv-model.ts'
import './notice.css'

const AUTHORISED_CHECK_MS = 30_000

export default function TvScreen(props: TvProps) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <NotAuthorisedScreen token={props.token} />
  return <AuthorisedTv {...props} onRefused={() => setRefused(true)} />
}

function AuthorisedTv({ onRefused, ...props }: TvProps & { onRefused(): void }) {
  useSignals()
  const { token } = props
  const [{ display, parts, isSoundBlocked, identifiedAs }] = useState(() =>
    createTv(props, onRefused),
  )

  // Connects before the first paint, because a call may arrive while an old TV is still painting.
  useLayoutEffect(
    () => connectTvStream(getTvApiPath(token, `events?build=${getScriptName()}`)),
    [token],
  )
  useWatch(...parts)
  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    saveToken(token)
  }, [token])

  const data = display.data()
  const { showing } = data
  useLayoutEffect(() => display.onDrawn(showing), [display, showing])
  const hasHint = display.hasSound() && isSoundBlocked.value
  return (
    <TvStage
      {...data}
      hint={hasHint ? translate(data.words, 'Press OK on the remote for sound') : null}
      staleSince={display.staleSince()}
    >
      {identifiedAs.value !== null && <p className="tv-identify">{identifiedAs.value}</p>}
    </TvStage>
  )
}

export function NotAuthorisedScreen({ token }: { token: string }) {
  useEffect(() => {
    clearToken()
    document.body.setAttribute('data-awake', '')
    const timer = setInterval(() => {
      isTokenValid(token).then(
        isValid => isValid && location.reload(),
        () => {},
      )
    }, AUTHORISED_CHECK_MS)
    return () => clearInterval(timer)
  }, [token])

  return (
    <main className="tv-notice">
      <h1 className="tv-notice__title">{NOT_AUTHORISED}</h1>
      <p>Ask an administrator to connect this TV again.</p>
      {/* The page that started this display may keep it in a frame. */}
      <a className="tv-notice__link" href={PAIRING_PATH} target="_top">
        Pair again
      </a>
    </main>
  )
}
