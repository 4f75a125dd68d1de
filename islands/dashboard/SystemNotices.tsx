import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Clock } from '../../server/queries/system/clock.ts'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'

type Props = { notices: string[]; clock: Clock }

export default function SystemNotices(initial: Props) {
  useSignals()
  const [{ notices, clock, busy, confirm }] = useState(() => createModel(initial))
  useWatch(notices, clock)
  const { day, doubt } = clock.data.value
  return (
    <div className="system-notices stack stack--tight">
      {doubt && (
        <Alert>
          <span>{doubt}</span>
          <Button disabled={busy.value.has(day)} onClick={() => void confirm(day)}>
            Confirm date
          </Button>
        </Alert>
      )}
      {notices.data.value.map(notice => (
        <Alert key={notice}>{notice}</Alert>
      ))}
    </div>
  )
}

function createModel(initial: Props) {
  const every = STAFF_POLL_MS.notices
  const loadNotices = () => unwrap(api.dashboard.notices.$get())
  const notices = query('notices', loadNotices, initial.notices, { every })
  const clock = query('clock', () => unwrap(api.clock.$get()), initial.clock, { every })
  const { busy, mutate } = createMutations<string>(async () => {
    await Promise.all([clock.refetch(), notices.refetch()])
  })

  function confirm(day: string) {
    return mutate({
      keys: [day],
      done: ['Date Confirmed'],
      failed: 'Failed to confirm the date.',
      send: () => unwrap(api.clock.confirm.$post({ json: { day } })),
    })
  }

  return { notices, clock, busy, confirm }
}
