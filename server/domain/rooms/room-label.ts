export type Named = { name: string } | null

/** Splits "Room 1 - Dr. Aminah" or "Room 1 (Dr. Aminah)". Both parts are '' without a room. */
export function splitRoom(room: Named) {
  const label = room?.name.trim() ?? ''
  // Word processors replace the hyphen with a longer dash. Old TVs need this plain pattern.
  const [, place = '', doctor = ''] =
    /^(.+?)(?:\s[-\u2010-\u2015\u2212]\s|\s?[([\uff08\u3010])(.+)$/.exec(label) ?? []
  const isWhole = place.trim() === '' || doctor.trim() === ''
  if (isWhole) return { place: label, doctor: '' }
  const withoutEnd = doctor.replace(/^([^([\uff08\u3010]*)[)\]\uff09\u3011]$/, '$1')
  return { place: place.trim(), doctor: withoutEnd.trim() }
}

export function keepTogether(room: Named) {
  const { place, doctor } = splitRoom(room)
  const words = place.replace(/ /g, '\u00a0')
  return doctor === '' ? words : `${words} - ${doctor}`
}
