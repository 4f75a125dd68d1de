import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { queryQueues } from '../data/queries/queues-query.ts'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { TableCard } from '../ui/table/Table.tsx'
import { NoQueues } from './NoQueues.tsx'
import type { QueuesData } from './queues-model.ts'

/** Most clinics have no queues, and do not load what changes them. */
export default function FirstQueue(initial: QueuesData) {
  useSignals()
  const [queues] = useState(() => queryQueues(initial.queues))
  useWatch(queues)
  const [isAdding, setAdding] = useState(false)
  const QueuesCard = useOnDemand(() => import('./QueuesCard.tsx').then(part => part.default), {
    isWanted: isAdding || queues.data.value.length > 0,
    onFailure() {
      setAdding(false)
      toastError('Error', 'The form could not be loaded. Please try again.')
    },
  })
  if (QueuesCard) return <QueuesCard {...initial} isAdding={isAdding} />
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
