/** Rewrites what was typed without throwing the caret to its end. */
export function inPlace(
  input: HTMLInputElement | HTMLTextAreaElement,
  rewrite: (typed: string) => string,
) {
  const { selectionStart, selectionEnd } = input
  input.value = rewrite(input.value)
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}
