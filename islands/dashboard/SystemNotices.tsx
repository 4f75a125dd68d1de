import type { Clock } from '../../server/queries/system/clock.ts'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { useResource } from '../data/resource.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'

type Props = { notices: string[]; clock: Clock }

const EVERY = { every: STAFF_POLL_MS.notices }

export default function SystemNotices(initial: Props) {
  const loadNotices = () => unwrap(api.dashboard.notices.$get())
  const notices = useResource('notices', loadNotices, initial.notices, EVERY)
  const loadClock = () => unwrap(api.clock.$get())
  const clock = useResource<Clock, string>('clock', loadClock, initial.clock, EVERY)
  const { day, doubt } = clock.items

  async function confirm() {
    await clock.mutate({
      keys: [day],
      done: ['Date confirmed'],
      failed: 'Failed to confirm the date.',
      send: () => api.clock.confirm.$post({ json: { day } }),
    })
    await notices.refetch().catch(() => {})
  }

  return (
    <div className="system-notices stack stack--tight">
      {doubt && (
        <Alert>
          <span>{doubt}</span>
          <Button disabled={clock.busy.has(day)} onClick={confirm}>
            Confirm date
          </Button>
        </Alert>
      )}
      {notices.items.map(notice => (
        <Alert key={notice}>{notice}</Alert>
      ))}
    </div>
  )
}
