/** Splits "Room 1 - Dr. Aminah" into room and doctor. */
export function splitRoom(label: string) {
  // Word processors make a longer dash of it. The pattern is plain for old TVs.
  const [separator = ''] = /\s[-\u2010-\u2015\u2212]\s/.exec(label) ?? []
  const at = separator === '' ? -1 : label.indexOf(separator)
  const room = label.slice(0, at).trim()
  const doctor = label.slice(at + separator.length).trim()
  return at < 0 || room === '' ? { room: label.trim(), doctor: '' } : { room, doctor }
}
