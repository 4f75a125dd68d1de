/** How much of the live channel one browser, or one address, can use up. */
export type LiveLimits = {
  /** Live connections of one kind (sockets, event streams) at a time. Behind a proxy a whole clinic is one address. */
  perAddress: number
  /** New connections of one kind. */
  perAddressAndMinute: number
  /** Event streams of one session, which is one browser or one TV: the newest stay. */
  streamsPerSession: number
  /** Joins of one connection: one is enough, a second one follows a sign-out. */
  joinsPerConnection: number
  /** Packets that one connection may send: a heartbeat is two a minute. */
  packetsPerMinute: number
  /** Events that nobody here listens for, on one connection. */
  strayEvents: number
  /** Messages kept for a long-polling client that does not ask for them. */
  unreadMessages: number
}

/** Far above what a clinic needs, far below what would hurt it. */
export const LIVE_LIMITS: LiveLimits = {
  perAddress: 200,
  perAddressAndMinute: 600,
  streamsPerSession: 12,
  joinsPerConnection: 10,
  packetsPerMinute: 300,
  strayEvents: 20,
  unreadMessages: 1_000,
}
