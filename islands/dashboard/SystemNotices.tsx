import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { api, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { Alert } from '../ui/Alert.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'

export default function SystemNotices({ notices }: { notices: string[] }) {
  useSignals()
  const [model] = useState(() =>
    query('notices', () => unwrap(api.dashboard.notices.$get()), notices, {
      every: POLL_MS.notices,
    }),
  )
  useWatch(model)
  return (
    <div className="system-notices stack stack--tight">
      {model.data.value.map(notice => (
        <Alert key={notice}>{notice}</Alert>
      ))}
    </div>
  )
}
