import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, Link, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import { SHORT_NAME_MAX } from '#domain/names'
import type { User } from '#domain/users/user'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PairTv } from './PairTv.tsx'
import { TvRow } from './TvRow.tsx'
import { useTvWrites } from './use-tv-writes.ts'
import './ManageDisplay.css'

type Props = { user: User; pairingUrl: string; onClose(): void }

export function ManageDisplay({ user, pairingUrl, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [notice, setNotice] = useState('')
  const [link, setLink] = useState<NewLink | null>(null)

  useEffect(() => dialog.current?.showModal(), [])

  // The focused element may be gone, such as the row of a revoked TV.
  function restoreFocus() {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement === dialog.current
    if (isLost) title.current?.focus({ preventScroll: true })
  }

  return (
    // Closed before it unmounts, so that the focus returns to the button that opened it.
    <dialog
      ref={dialog}
      className="dialog manage-display"
      aria-labelledby="manage-display"
      onClose={onClose}
    >
      <header className="manage-display__head">
        <div>
          <h2 id="manage-display" ref={title} className="dialog__title" tabIndex={-1}>
            Manage Display
          </h2>
          <p className="manage-display__user">TVs of {user.username}</p>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden />
        </button>
      </header>
      {!user.isActive && (
        <Alert>
          {user.username} is inactive, so these TVs show nothing. Activate this user to use them.
        </Alert>
      )}
      <p className="manage-display__notice" role="status">
        {notice && <CircleCheck size={18} aria-hidden />}
        {notice}
      </p>
      <TvList {...{ link, restoreFocus }} userId={user.id} onLink={setLink} onNotice={setNotice} />
      {user.isActive && (
        <div className="manage-display__actions">
          <PairTv
            pairingUrl={pairingUrl}
            users={[user]}
            onPaired={name => setNotice(`TV connected: ${name}`)}
          />
          <AddTv userId={user.id} onAdded={setLink} />
        </div>
      )}
    </dialog>
  )
}

/** The server returns a link only when it is created. */
type NewLink = { deviceId: number; url: string }

type ListProps = {
  userId: number
  link: NewLink | null
  restoreFocus(): void
  onLink(link: NewLink | null): void
  onNotice(notice: string): void
}

function TvList({ userId, link, restoreFocus, onLink, onNotice }: ListProps) {
  useSignals()
  const [devices] = useState(() => queryDevices(userId))
  const [problem, setProblem] = useState<string | null>(null)
  useWatch(devices)
  useEffect(load, [devices.refetch])
  useEffect(restoreFocus)

  function load() {
    setProblem(null)
    devices.refetch().catch(cause => {
      setProblem(getClientErrorMessage(cause) ?? 'The TVs could not be loaded.')
    })
  }

  const all = devices.data.value
  if (!all && problem) {
    return (
      <div className="manage-display__failed">
        <Alert>{problem}</Alert>
        <Button onClick={load}>Try again</Button>
      </div>
    )
  }
  if (!all) return <p className="manage-display__loading">Loading TVs...</p>
  if (all.length === 0) return <EmptyState message="No TVs yet" hint="Connect one below." />
  return (
    <>
      <ul aria-label="TVs">
        {all.map(device => (
          <TvRow
            key={device.id}
            device={device}
            newUrl={link?.deviceId === device.id ? link.url : null}
            onLink={url => onLink(url === null ? null : { deviceId: device.id, url })}
            onNotice={onNotice}
          />
        ))}
      </ul>
      <p className="manage-display__hint">New link and Revoke stop the old link immediately.</p>
    </>
  )
}

function queryDevices(userId: number) {
  return query<TvDevice[] | null>(
    'tv-devices',
    () => unwrap(api['tv-devices'].$get({ query: { userId: String(userId) } })),
    null,
    // The time since a TV was last seen changes without its data.
    { every: POLL_MS.tvDevices, merge: (_, next) => next },
  )
}

function AddTv({ userId, onAdded }: { userId: number; onAdded(link: NewLink): void }) {
  const [name, setName] = useState('')
  const { isBusy, problem, write } = useTvWrites()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const created = await write('Failed to add the TV. Please try again.', headers =>
      unwrap(api['tv-devices'].$post({ json: { userId, name } }, headers)),
    )
    if (!created) return
    onAdded({ deviceId: created.device.id, url: created.url })
    // Text typed meanwhile belongs to the next TV.
    setName(current => (current === name ? '' : current))
  }

  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <h3 className="card__title">Add TV</h3>
      <p className="manage-display__hint">
        Creates a link and a QR code for a device that can open or scan one.
      </p>
      <label className="field">
        <span className="field__label">Name</span>
        <input
          className="input"
          value={name}
          maxLength={SHORT_NAME_MAX}
          onChange={event => setName(event.target.value)}
        />
      </label>
      {problem && <Alert>{problem}</Alert>}
      <Button type="submit" aria-busy={isBusy}>
        <Link size={18} aria-hidden />
        {isBusy ? 'Adding...' : 'Add TV'}
      </Button>
    </form>
  )
}
