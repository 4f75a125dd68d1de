import { useSignals } from '@preact/signals-react/runtime'
import { RotateCw, X } from 'lucide-react'
import { Button } from '../ui/buttons/Button.tsx'
import type { Outbox, Pending } from './outbox.ts'

export function PendingRegistrations({ outbox }: { outbox: Outbox }) {
  useSignals()
  const all = outbox.all.value
  if (all.length === 0) return null
  return (
    <section className="pending stack" aria-label="Not registered yet" aria-live="polite">
      <ol className="pending__list stack stack--tight">
        {all.map(pending => (
          <PendingRow
            key={pending.key}
            pending={pending}
            isSending={!outbox.isStopped.value}
            onRemove={outbox.remove}
          />
        ))}
      </ol>
      {all.some(({ state }) => state !== 'waiting') && (
        <Button onClick={outbox.retry}>
          <RotateCw size={18} aria-hidden />
          Retry
        </Button>
      )}
    </section>
  )
}

type RowProps = { pending: Pending; isSending: boolean; onRemove(key: string): void }

function PendingRow({ pending, isSending, onRemove }: RowProps) {
  const { key, name, state, problem } = pending
  return (
    <li className="pending__row" data-state={state}>
      <span className="pending__name">{name.trim()}</span>
      <small className="pending__state">
        {problem ?? (isSending ? 'Registering...' : 'Waiting')}
      </small>
      {/* Only refused names can be removed, because a stopped one may have reached the server. */}
      {state === 'refused' && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${name.trim()}`}
          onClick={() => onRemove(key)}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </li>
  )
}
