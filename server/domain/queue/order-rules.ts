import type { Settings } from '../settings-record.ts'
import { type HoldPreset, parseHoldPresets } from './hold-presets.ts'
import { DEFAULT_NEXT_RULES, type NextRules, PRIORITY_WEIGHTS } from './next-rules.ts'
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
