import type { Settings } from '../settings-record.ts'
import { DEFAULT_HOLD_PRESETS, type HoldPreset, parseHoldPresets } from './hold-presets.ts'
import { DEFAULT_NEXT_RULES, type NextRules, PRIORITY_WEIGHTS } from './next-patient.ts'
import { DEFAULT_HOLD_RULES, type HoldRules } from './transitions.ts'

export type OrderRules = { next: NextRules; hold: HoldRules; presets: HoldPreset[] }

/** Settings may be missing; each value that is there is a valid one. */
export function toOrderRules(settings: Settings): OrderRules {
  const { orderWeight, orderLimitMinutes, missedCalls, holdPresets } = settings
  return {
    next: {
      weight:
        PRIORITY_WEIGHTS.find(weight => String(weight) === orderWeight) ??
        DEFAULT_NEXT_RULES.weight,
      limitMinutes: Number(orderLimitMinutes ?? DEFAULT_NEXT_RULES.limitMinutes),
    },
    hold: { missedCalls: Number(missedCalls ?? DEFAULT_HOLD_RULES.missedCalls) },
    presets: parseHoldPresets(holdPresets ?? DEFAULT_HOLD_PRESETS) ?? [],
  }
}
