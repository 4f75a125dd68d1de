import type { TimeZone } from './time.ts'

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
  tvs: { name: string; lastSeenAt: string }[]
  now: string
  timeZone: TimeZone
}
