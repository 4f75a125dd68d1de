export function describe(sentence: string | null | undefined) {
  return sentence ? { 'data-tooltip': sentence, 'aria-description': sentence } : {}
}

/** Many controls can share the sentence, and none is rendered again when it changes. */
export function describeBy(id: string) {
  return { 'data-tooltip-id': id, 'aria-describedby': id }
}

/** Can be focused, so that everybody learns why it is disabled. */
export function describeDisabled(reason: string | null | undefined) {
  return reason ? { 'aria-disabled': true, ...describe(reason) } : {}
}
