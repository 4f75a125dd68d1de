/** Factors for the waiting time of priority patients; 'always' puts them before all others. */
export const PRIORITY_WEIGHTS = [1, 1.5, 2, 3, 'always'] as const
export type PriorityWeight = (typeof PRIORITY_WEIGHTS)[number]

export type NextRules = { weight: PriorityWeight; limitMinutes: number }
export const DEFAULT_NEXT_RULES: NextRules = { weight: 2, limitMinutes: 45 }
