const SEPARATOR = ' - '

/** Splits "Room 1 - Dr. Aminah" into room and doctor. */
export function splitRoom(label: string) {
  const at = label.indexOf(SEPARATOR)
  const room = label.slice(0, at).trim()
  const doctor = label.slice(at + SEPARATOR.length).trim()
  return at < 0 || room === '' ? { room: label.trim(), doctor: '' } : { room, doctor }
}
