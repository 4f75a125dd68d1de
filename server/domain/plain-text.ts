/** A text as one line, without characters that are unseen and yet change what is seen. */
export function toOneLine(text: string) {
  return text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}
