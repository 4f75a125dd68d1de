import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../data/api.ts'
import { useResource } from '../data/resource.ts'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { TableCard } from '../ui/table/Table.tsx'
import type { QueuesData } from './QueuesCard.tsx'

/** Offers the first queue. Most clinics have no queues, so the full card is not loaded. */
export default function FirstQueue(initial: QueuesData) {
  const load = () => unwrap(api.queues.$get())
  const { items: queues } = useResource('queues', load, initial.queues, { every: null })
  const [isAdding, setAdding] = useState(false)
  const QueuesCard = useOnDemand(() => import('./QueuesCard.tsx').then(part => part.default), {
    isWanted: isAdding || queues.length > 0,
    onFailure() {
      setAdding(false)
      toastError('Error', 'The form could not be loaded. Please try again.')
    },
  })
  if (QueuesCard) return <QueuesCard {...initial} isAdding={isAdding} empty={<NoQueues />} />
  return (
    <TableCard
      title="Queues"
      count={0}
      className="section"
      tools={
        <Button disabled={isAdding} onClick={() => setAdding(true)}>
          <Plus size={18} aria-hidden />
          Add queue
        </Button>
      }
    >
      <NoQueues />
    </TableCard>
  )
}

function NoQueues() {
  return (
    <p className="table-card__note row soft small">
      For a clinic with several doctors or services: a queue for each doctor, or one for blood
      tests.
    </p>
  )
}
