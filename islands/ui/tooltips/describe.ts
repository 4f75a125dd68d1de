export function describe(sentence: string | null | undefined) {
  return sentence ? { 'data-tooltip': sentence, 'aria-description': sentence } : {}
}

/** Lets many controls share one sentence, which can change without rendering them again. */
export function describeBy(id: string) {
  return { 'data-tooltip-id': id, 'aria-describedby': id }
}

/** Keeps a disabled control focusable, so that keyboard users can read the reason. */
export function describeDisabled(reason: string | null | undefined) {
  return reason ? { 'aria-disabled': true, ...describe(reason) } : {}
}
