import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { isTv } from '#domain/display/tv-device'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import type { User } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { queryQueues } from '../data/queries/patients-query.ts'
import { useResource } from '../data/resource.ts'
import { createTicker } from '../data/server-clock.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs, usePageTab } from '../ui/tabs/PageTabs.tsx'
import { useVoice } from '../voice/use-voice.ts'
import { VoicePanel } from '../voice/VoicePanel.tsx'
import { AddTv, type Owner } from './AddTv.tsx'
import { type Display, DisplayCard, KioskCard } from './DisplayCard.tsx'
import './DisplaysScreen.css'

const TICK_MS = 5_000

export type InitialData = {
  displays: Display[]
  rooms: Room[]
  queues: ClinicQueue[]
  initialDisplay: InitialDisplay
  users: Owner[]
  owner: Pick<User, 'id' | 'username' | 'isActive'> | null
  pairingUrl: string
  kioskUrl: string
  tab: string
}

export default function DisplaysScreen({
  rooms,
  initialDisplay,
  owner,
  tab,
  ...initial
}: InitialData) {
  useSignals()
  const [shownTab, select] = usePageTab('tab', tab)
  const query = owner ? { userId: String(owner.id) } : {}
  const load = () => unwrap(api['tv-devices'].$get({ query }))
  const { items: all } = useResource('tv-devices', load, initial.displays)
  const [clock] = useState(() => createTicker(initialDisplay.now, TICK_MS))
  const voice = useVoice(rooms)
  const [queues] = useState(() => queryQueues(initial.queues))
  useWatch(clock, queues)

  return (
    <>
      <PageHeader
        title="Displays"
        about={`${owner ? `TVs of ${owner.username}: ` : ''}${describeCount(all.filter(isTv))}`}
      >
        {owner && (
          <a className="button" href="/displays">
            Show all TVs
          </a>
        )}
      </PageHeader>
      <PageTabs
        label="Parts of Displays"
        tabs={TABS.map(one => ({ ...one, href: getAddress(one.id, owner) }))}
        current={shownTab}
        onSelect={select}
      />
      {shownTab === 'voice' ? (
        <VoicePanel voice={voice} />
      ) : (
        <Tvs
          {...{ initial, owner, initialDisplay, all }}
          rooms={voice.rooms}
          queues={queues.data.value}
          now={clock.now.value}
        />
      )}
    </>
  )
}

type TvsProps = Pick<InitialData, 'owner' | 'rooms' | 'queues' | 'initialDisplay'> & {
  all: Display[]
  initial: Pick<InitialData, 'users' | 'pairingUrl' | 'kioskUrl'>
  now: string
}

function Tvs({ all, initial, owner, ...shown }: TvsProps) {
  const kiosks = all.filter(device => !isTv(device))
  return (
    <>
      {owner?.isActive === false && (
        <Alert>
          {owner.username} is inactive, so these TVs show nothing. Activate this user to use them.
        </Alert>
      )}
      {all.length === 0 && (
        <EmptyState
          message="No TVs yet"
          hint="Connect one: open the address below on the TV, and enter the code that it shows."
        />
      )}
      <ul className="displays" aria-label="TVs">
        {all.filter(isTv).map(display => (
          <DisplayCard key={display.id} display={display} {...shown} />
        ))}
      </ul>
      {initial.users.length > 0 && <AddTv {...initial} />}
      {kiosks.length > 0 && (
        <ul className="displays section" aria-label="Kiosks">
          {kiosks.map(kiosk => (
            <KioskCard key={kiosk.id} kiosk={kiosk} now={shown.now} />
          ))}
        </ul>
      )}
    </>
  )
}

const TABS = [
  { id: 'tvs', name: 'TVs' },
  { id: 'voice', name: 'Voice' },
]

function getAddress(tab: string, owner: InitialData['owner']) {
  const user = owner ? `user=${owner.id}&` : ''
  return `/displays?${user}tab=${tab}`
}

function describeCount(displays: Display[]) {
  const silent = displays.filter(({ state }) => state === 'silent').length
  const on = displays.filter(({ state }) => state === 'on').length
  return silent === 0 ? `${on} on` : `${on} on, ${silent} silent`
}
