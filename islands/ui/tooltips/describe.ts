/** A sentence about a control: its tooltip (tooltips.ts), and its description for screen readers. */
export function describe(sentence: string | null | undefined) {
  return sentence ? { 'data-tooltip': sentence, 'aria-description': sentence } : {}
}

/** Can be focused, so that everybody learns why it is disabled. */
export function describeDisabled(reason: string | null | undefined) {
  return reason ? { 'aria-disabled': true, ...describe(reason) } : {}
}
