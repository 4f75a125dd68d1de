import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Room } from '#domain/rooms/room'
import type { User } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import type { InitialDisplay } from '../tv/display.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { VoicePanel } from '../voice/VoicePanel.tsx'
import { createVoiceModel } from '../voice/voice-model.ts'
import { type Display, DisplayCard } from './DisplayCard.tsx'
import { PairTv } from './PairTv.tsx'
import './DisplaysScreen.css'

const TICK_MS = 5_000

export type InitialData = {
  displays: Display[]
  rooms: Room[]
  initialDisplay: InitialDisplay
  users: Pick<User, 'id' | 'username'>[]
  pairingUrl: string
}

export default function DisplaysScreen({ rooms, initialDisplay, ...initial }: InitialData) {
  useSignals()
  const [displays] = useState(() =>
    query('tv-devices', () => unwrap(api['tv-devices'].displays.$get()), initial.displays, {
      every: POLL_MS.tvDevices,
    }),
  )
  const [clock] = useState(() => createTicker(initialDisplay.now, TICK_MS))
  const [voice] = useState(() => createVoiceModel(rooms))
  useWatch(displays, clock, voice.rooms, voice.recordings)
  const all = displays.data.value

  return (
    <>
      <PageHeader title="Displays" about={describeCount(all)} />
      {all.length === 0 && (
        <EmptyState
          message="No TVs yet"
          hint="Connect one: open the address below on the TV, and enter the code that it shows."
        />
      )}
      <ul className="displays" aria-label="TVs">
        {all.map(display => (
          <DisplayCard
            key={display.id}
            display={display}
            rooms={voice.rooms.data.value}
            initialDisplay={initialDisplay}
            now={clock.now.value}
          />
        ))}
      </ul>
      <Card title="Add a TV" className="add-display">
        <PairTv pairingUrl={initial.pairingUrl} users={initial.users} />
      </Card>
      <VoicePanel model={voice} />
    </>
  )
}

function describeCount(displays: Display[]) {
  const silent = displays.filter(({ state }) => state === 'silent').length
  const on = displays.filter(({ state }) => state === 'on').length
  return silent === 0 ? `${on} on` : `${on} on, ${silent} silent`
}
