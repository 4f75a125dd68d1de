import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#domain/users/user'
import { Alert } from '../ui/Alert.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { AddTv } from './AddTv.tsx'
import { PairTv } from './PairTv.tsx'
import { TvList } from './TvList.tsx'
import { createTvDevicesModel } from './tv-devices-model.ts'
import './ManageDisplay.css'

type Props = { user: User; pairingUrl: string; onClose(): void }

export function ManageDisplay({ user, pairingUrl, onClose }: Props) {
  useSignals()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [model] = useState(() => createTvDevicesModel(user.id))
  useWatch(model.devices)
  const { busyPlaces, problem, notice } = model
  const problemAt = (place: 'add' | 'pair') =>
    problem.value?.place === place ? problem.value.sentence : null

  useEffect(() => {
    dialog.current?.showModal()
    void model.load()
  }, [model])

  // The focused element may be gone, such as the row of a revoked TV.
  useEffect(() => {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement === dialog.current
    if (isLost) title.current?.focus({ preventScroll: true })
  })

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
        {notice.value && <CircleCheck size={18} aria-hidden />}
        {notice.value}
      </p>
      <TvList
        devices={model.devices.data.value}
        busyPlaces={busyPlaces.value}
        problem={problem.value}
        link={model.link.value}
        model={model}
      />
      {user.isActive && (
        <div className="manage-display__actions">
          <PairTv
            pairingUrl={pairingUrl}
            users={[user]}
            isBusy={busyPlaces.value.has('pair')}
            problem={problemAt('pair')}
            onPair={model.pair}
          />
          <AddTv
            isBusy={busyPlaces.value.has('add')}
            problem={problemAt('add')}
            onAdd={model.add}
          />
        </div>
      )}
    </dialog>
  )
}
