import { useEffect, useRef, useState } from 'react'
import { ApiError, api, getErrorMessage, unwrap } from '../data/api.ts'
import { sendWrite, TOO_LATE } from '../data/mutation.ts'
import { clearSavedQr } from '../login/saved-qr.ts'
import { endSession } from '../shell/logout.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import './TvReadyDialog.css'

const NO_ANSWER = 'The server does not answer. The display starts as soon as it does.'
const UNREACHABLE = 'The server cannot be reached.'

/** Asks for a press, because browsers allow sound and fullscreen only after a gesture. */
export default function TvReadyDialog({ username }: { username: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [path, setPath] = useState<string | null>(null)

  async function start() {
    if (isStarting) return
    setStarting(true)
    setProblem(null)
    document.documentElement.requestFullscreen?.()?.catch(() => {})
    try {
      const { path } = await startScreen(() => setProblem(NO_ANSWER))
      void endSession()
      // A reload then opens the TV's page directly.
      history.replaceState(null, '', path)
      setPath(path)
    } catch (cause) {
      // The session has ended, so this address shows the login page.
      if (cause instanceof ApiError && cause.status === 401) return location.reload()
      setStarting(false)
      setProblem(getErrorMessage(cause, 'The display could not be started.'))
    }
  }

  async function cancel() {
    const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (response) location.replace('/')
    else setProblem(UNREACHABLE)
  }

  useEffect(() => {
    clearSavedQr()
    // A reload must not ask again.
    history.replaceState(null, '', '/')
  }, [])

  if (path !== null) return <TvFrame path={path} />
  return <ReadyDialog {...{ username, problem, isStarting, start, cancel }} />
}

async function startScreen(onUnsure: () => void): Promise<{ path: string }> {
  try {
    return await sendWrite(headers => unwrap(api.auth.screen.$post({}, headers)), { onUnsure })
  } catch (cause) {
    // Sends a new request if the server was away until the old request's deadline.
    if (cause instanceof ApiError && cause.status === TOO_LATE) return startScreen(onUnsure)
    throw cause
  }
}

/** Shows the display in a frame, because its reloads would otherwise end fullscreen. */
function TvFrame({ path }: { path: string }) {
  useEffect(() => {
    document.body.dataset.tv = 'on'
  }, [])
  return (
    <iframe
      className="tv-frame"
      title="TV display"
      src={path}
      allow="autoplay; fullscreen"
      // Keys of a remote belong to the display.
      onLoad={event => event.currentTarget.focus()}
    />
  )
}

type DialogProps = {
  username: string
  problem: string | null
  isStarting: boolean
  start(): void
  cancel(): void
}

function ReadyDialog({ username, problem, isStarting, start, cancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
    // Focuses Start, because a dialog focuses its first button and OK on the remote would cancel.
    startButton.current?.focus()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="tv-ready"
      onCancel={event => {
        // Keeps the dialog open, because `cancel` opens another page and the page behind is empty.
        event.preventDefault()
        cancel()
      }}
      // Browsers close a dialog at the second Escape, even if the page prevents it.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="tv-ready" className="dialog__title">
        TV Display Ready
      </h2>
      <div className="stack stack--tight">
        <p>
          Start the display in fullscreen with sound. This screen then shows calls only, and is
          listed in Displays.
        </p>
        <p className="soft">
          Cancel opens the staff screens here, logged in as <strong>{username}</strong>.
        </p>
        <p role="status" className={problem ? 'status-line tone--warning' : 'visually-hidden'}>
          {problem}
        </p>
      </div>
      <div className="dialog__actions">
        <Button onClick={cancel}>Cancel</Button>
        <Button variant="primary" ref={startButton} aria-busy={isStarting} onClick={start}>
          {isStarting && <span className="spinner" aria-hidden />}
          Start TV Display
        </Button>
      </div>
    </dialog>
  )
}
