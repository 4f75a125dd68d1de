/** A sentence about a control: its tooltip, and its description for screen readers. */
export function describe(sentence: string | null | undefined) {
  return sentence ? { 'data-tooltip': sentence, 'aria-description': sentence } : {}
}

/**
 * Like `describe`, with a sentence that stands in the element with this id. Many controls can share
 * it, and none is rendered again when it changes; without words it is no tooltip.
 */
export function describeBy(id: string) {
  return { 'data-tooltip-id': id, 'aria-describedby': id }
}

/** Can be focused, so that everybody learns why it is disabled. */
export function describeDisabled(reason: string | null | undefined) {
  return reason ? { 'aria-disabled': true, ...describe(reason) } : {}
}
