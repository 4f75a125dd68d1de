/** How much a priority patient's waiting counts; 'always' is before everybody else. */
export const PRIORITY_WEIGHTS = [1, 1.5, 2, 3, 'always'] as const
export type PriorityWeight = (typeof PRIORITY_WEIGHTS)[number]

export type NextRules = { weight: PriorityWeight; limitMinutes: number }
export const DEFAULT_NEXT_RULES: NextRules = { weight: 2, limitMinutes: 45 }
