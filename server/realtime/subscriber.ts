import type { Audience, LiveEvents } from '#domain/events'

/** Someone who may listen: which session lets him, and what he may hear. A TV's name is the TV's. */
export type Client = { session: string; name: string; audience: Audience }

/** What a socket brought along: the cookie of its request, and the token that a TV gives. */
type Handshake = { cookie: string | null; tvToken: unknown }

/** Tells who asks; null for whoever is signed out. */
export type Authenticate = (handshake: Handshake) => Promise<Client | null>

type Greeting = {
  [E in 'clinic:joined' | 'tv:connected']: { event: E; payload: LiveEvents[E] }
}['clinic:joined' | 'tv:connected']

/** The first thing that a listener hears. */
export function getGreeting({ name, audience }: Client): Greeting {
  return audience === 'staff'
    ? { event: 'clinic:joined', payload: { username: name } }
    : { event: 'tv:connected', payload: { name } }
}
