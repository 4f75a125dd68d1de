/** The first steps of a new clinic, in their order. */
export const FIRST_STEPS = [
  'clock',
  'password',
  'people',
  'rooms',
  'tv',
  'sound',
  'look',
  'backup',
  'trial',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export type GettingStarted = {
  isDone: Record<FirstStep, boolean>
  /** What a TV's browser opens. */
  tvUrl: string
  /** The TVs that have been connected, with the last sign of each, ISO 8601. */
  tvs: { name: string; lastSeenAt: string }[]
  now: string
  timeZone: string
}
