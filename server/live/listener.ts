import type { Audience } from '#clinic/live-events'

/** Someone who may listen: which session lets him, and what he may hear. */
export type Listener = { session: string; username: string; audience: Audience }

/** Tells who asks by the cookie of a request; null for whoever is signed out. */
export type WhoIs = (cookieHeader: string | null) => Promise<Listener | null>
