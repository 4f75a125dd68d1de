import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Room } from '#domain/rooms/room'
import type { User } from '#domain/users/user'
import { createTicker } from '../data/server-clock.ts'
import type { InitialDisplay } from '../tv/display.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { VoicePanel } from '../voice/VoicePanel.tsx'
import { createVoiceModel } from '../voice/voice-model.ts'
import { DisplayCard } from './DisplayCard.tsx'
import { createDisplaysModel, type Display } from './displays-model.ts'
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

export default function DisplaysScreen({
  displays,
  rooms,
  initialDisplay,
  ...pairing
}: InitialData) {
  useSignals()
  const [model] = useState(() => createDisplaysModel(displays))
  const [clock] = useState(() => createTicker(initialDisplay.now, TICK_MS))
  const [voice] = useState(() => createVoiceModel(rooms))
  useWatch(model.displays, clock, voice.rooms, voice.recordings)
  const all = model.displays.data.value

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
            isBusy={model.busy.value.has(display.id)}
            onCommand={command => model.command(display, command)}
            onSave={options => model.save(display, options)}
          />
        ))}
      </ul>
      <Card title="Add a TV" className="add-display">
        <PairTv
          {...pairing}
          isBusy={model.busy.value.has('pair')}
          problem={model.pairingProblem.value}
          onPair={model.pair}
        />
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
