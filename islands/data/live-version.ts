import { formatVersion, type LiveVersion, parseVersion } from '#domain/events'

/** The version of the page's data: the rendered one, and one more for every event since. */
let known: LiveVersion | null = null
let rendered: string | null = null

export function setRenderedVersion(version: string) {
  known = parseVersion(version)
  rendered = version
}

export function countEvent() {
  if (known) known = { ...known, count: known.count + 1 }
  return known && formatVersion(known)
}

/** Returns whether events were missed before a greeting with this version. */
export function acceptGreeting(version: string) {
  const isSame = known !== null && formatVersion(known) === version
  known = parseVersion(version)
  return !isSame
}

export function isAsRendered() {
  return known !== null && formatVersion(known) === rendered
}
