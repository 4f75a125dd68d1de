import type { Settings } from '../settings-record.ts'
import { type HoldPreset, parseHoldPresets } from './requeue-reason.ts'
import type { HoldRules } from './transitions.ts'

export type OrderRules = { next: NextRules; hold: HoldRules; presets: HoldPreset[] }

export function toOrderRules(settings: Settings): OrderRules {
  const { orderWeight, orderLimitMinutes, missedCalls, awayCalls, holdPresets } = settings
  return {
    next: {
      weight:
        PRIORITY_WEIGHTS.find(weight => String(weight) === orderWeight) ??
        DEFAULT_NEXT_RULES.weight,
      limitMinutes: Number(orderLimitMinutes),
    },
    hold: { missedCalls: Number(missedCalls), awayCalls: Number(awayCalls) || null },
    presets: parseHoldPresets(holdPresets) ?? [],
  }
}

/** Factors for the waiting time of priority patients; 'always' puts them before all others. */
export const PRIORITY_WEIGHTS = [1, 1.5, 2, 3, 'always'] as const
export type PriorityWeight = (typeof PRIORITY_WEIGHTS)[number]

export type NextRules = { weight: PriorityWeight; limitMinutes: number }
export const DEFAULT_NEXT_RULES: NextRules = { weight: 2, limitMinutes: 45 }
