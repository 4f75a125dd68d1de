import type { Audience, LiveEvents } from '#domain/events'
import type { Channel } from './channel.ts'

/** An authenticated connection: its session, the username or TV name, and which events it receives. */
export type Client = { session: string; name: string; audience: Audience }

type Handshake = { cookie: string | null; tvToken: unknown }

export type Authenticate = (handshake: Handshake) => Promise<Client | null>

type Greeting = {
  [E in 'clinic:joined' | 'tv:connected']: { event: E; payload: LiveEvents[E] }
}['clinic:joined' | 'tv:connected']

export function getGreeting({ name, audience }: Client, { getVersion }: Channel): Greeting {
  const version = getVersion(audience)
  return audience === 'staff'
    ? { event: 'clinic:joined', payload: { username: name, version } }
    : { event: 'tv:connected', payload: { name, version } }
}
