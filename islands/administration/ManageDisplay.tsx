import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#domain/users/user'
import { useWatch } from '../data/use-watch.ts'
import { Alert } from '../ui/Alert.tsx'
import { AddTv } from './AddTv.tsx'
import { PairTv } from './PairTv.tsx'
import { TvList } from './TvList.tsx'
import { createTvDevicesModel } from './tv-devices-model.ts'

type Props = { user: User; onClose(): void }

/** The TVs that show the calls for a user, and how another one is connected. */
export function ManageDisplay({ user, onClose }: Props) {
  useSignals()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [desk] = useState(() => createTvDevicesModel(user.id))
  useWatch(desk.devices)
  const { busy, problem, said } = desk
  const problemAt = (place: 'add' | 'pair') =>
    problem.value?.at === place ? problem.value.sentence : null

  useEffect(() => {
    dialog.current?.showModal()
    void desk.load()
  }, [desk])

  // Whatever had the focus may be gone, such as the row of a revoked TV.
  useEffect(() => {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement === dialog.current
    if (isLost) title.current?.focus({ preventScroll: true })
  })

  return (
    // Closing gives the focus back to the button that opened it; only then may it go.
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
      <p className="manage-display__said" role="status">
        {said.value && <CircleCheck size={18} aria-hidden />}
        {said.value}
      </p>
      <TvList
        devices={desk.devices.data.value}
        busy={busy.value}
        problem={problem.value}
        link={desk.link.value}
        desk={desk}
      />
      {user.isActive && (
        <div className="manage-display__ways">
          <PairTv isBusy={busy.value.has('pair')} problem={problemAt('pair')} onPair={desk.pair} />
          <AddTv isBusy={busy.value.has('add')} problem={problemAt('add')} onAdd={desk.add} />
        </div>
      )}
    </dialog>
  )
}
