import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { translate } from '#domain/display/words/translate'
import { SSE_PATH } from '#domain/events'
import { connectTvStream } from '../data/tv-stream.ts'
import { clearSavedQr } from '../login/saved-qr.ts'
import { logout } from '../shell/logout.tsx'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { TvStage } from '../stage/TvStage.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { FullscreenTv } from './FullscreenTv.tsx'
import { createSessionTv } from './session-tv-model.ts'
import { TvReadyDialog } from './TvReadyDialog.tsx'

type Props = {
  display: InitialDisplay
  clinicName: string
  /** The user whose session may become a display's; null if it is one. */
  username: string | null
}

/** A TV whose browser was signed in. Its session shows calls, and nothing else. */
export default function SessionTv({ display, clinicName, username }: Props) {
  useSignals()
  const [tv] = useState(() => createSessionTv(display, username === null))
  useEffect(clearSavedQr, [])

  if (tv.phase.value === 'running') return <RunningTv tv={tv} clinicName={clinicName} />
  return (
    <TvReadyDialog
      username={username ?? ''}
      problem={tv.problem.value}
      isStarting={tv.phase.value === 'starting'}
      onStart={tv.start}
      onCancel={tv.cancel}
    />
  )
}

type RunningProps = { tv: ReturnType<typeof createSessionTv>; clinicName: string }

function RunningTv({ tv, clinicName }: RunningProps) {
  useSignals()
  const { display, parts, isSoundBlocked } = tv
  useLayoutEffect(() => connectTvStream(SSE_PATH), [])
  useWatch(...parts)
  useEffect(() => {
    document.body.dataset.tv = 'on'
  }, [])

  /** Some browsers end fullscreen by themselves, so the button alone ends the session. */
  function exit() {
    document.body.dataset.tv = 'off'
    tv.stop()
    void logout(clinicName)
  }

  const data = display.data()
  const hasHint = display.hasSound() && isSoundBlocked.value
  return (
    <FullscreenTv onExit={exit}>
      <TvStage
        {...data}
        hint={hasHint ? translate(data.words, 'Press OK on the remote for sound') : null}
        staleSince={display.staleSince()}
      />
    </FullscreenTv>
  )
}
