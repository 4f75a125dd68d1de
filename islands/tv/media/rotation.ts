import type { MediaItem } from '#domain/media/media'

/** One showing of an item; `turn` tells two showings of the same item apart. */
export type Slot = { item: MediaItem; turn: number }

/**
 * The waiting room's pictures: the one shown, the next one that is being made ready under it, and which
 * could not be shown, by id, until when (milliseconds since 1970) they are left out.
 */
export type Rotation = {
  shown: Slot | null
  next: Slot | null
  isNextReady: boolean
  leftOut: Record<number, number>
  turns: number
}

export const SKIP_FAILED_MS = 60_000
/** How often a display looks whether the time of what it shows is over. */
export const CHECK_INTERVAL_MS = 1_000

/** At the look nearest to its end: timers are a little early or late, and a whole look more would be seen. */
export function isElapsed(shownForMs: number, lastsMs: number) {
  return shownForMs >= lastsMs - CHECK_INTERVAL_MS / 2
}

/** The server draws the first item at once. */
export function startRotation(items: MediaItem[]): Rotation {
  const [first] = items
  const shown = first ? { item: first, turn: 0 } : null
  return { shown, next: null, isNextReady: false, leftOut: {}, turns: 1 }
}

/** Makes the next item ready, if there is one that differs from what is shown. */
export function prepareNext(rotation: Rotation, items: MediaItem[], now: number): Rotation {
  const { shown, next, leftOut, turns } = rotation
  const isUsable = (item: MediaItem) => (leftOut[item.id] ?? 0) <= now
  const isGone = shown !== null && !items.some(item => isSame(item, shown.item))
  const wanted = findNext(items.filter(isUsable), shown, items)
  const isStill = next && wanted ? isSame(next.item, wanted) : next === null && wanted === null
  // Something deleted leaves at once when nothing can take its place.
  const leaves = isGone && wanted === null
  if (isStill && !leaves) return rotation
  const nextSlot = wanted ? { item: wanted, turn: turns } : null
  return {
    ...rotation,
    shown: leaves ? null : shown,
    next: nextSlot,
    isNextReady: false,
    turns: nextSlot ? turns + 1 : turns,
  }
}

/** The item behind the shown one, round and round; null where it would be the very same. */
function findNext(usable: MediaItem[], shown: Slot | null, items: MediaItem[]) {
  const at = shown ? items.findIndex(item => isSame(item, shown.item)) : -1
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const found = order.find(item => usable.includes(item)) ?? null
  return found && shown && isSame(found, shown.item) ? null : found
}

function isSame(one: MediaItem, other: MediaItem) {
  return one.id === other.id && one.url === other.url && one.filename === other.filename
}

export function markReady(rotation: Rotation, turn: number): Rotation {
  return rotation.next?.turn === turn ? { ...rotation, isNextReady: true } : rotation
}

/** What cannot be shown is left out for a while; in the middle of its turn it gives way to the next one. */
export function markFailed(rotation: Rotation, turn: number, now: number): Rotation {
  const { shown, next, leftOut } = rotation
  const slot = [shown, next].find(one => one?.turn === turn)
  if (!slot) return rotation
  const left = {
    ...rotation,
    shown: slot === shown ? null : shown,
    next: slot === next ? null : next,
    isNextReady: slot === next ? false : rotation.isNextReady,
    leftOut: { ...pruneSkipped(leftOut, now), [slot.item.id]: now + SKIP_FAILED_MS },
  }
  return slot === shown ? advance(left) : left
}

/** Forgets what is over, so that months of failures do not add up. */
function pruneSkipped(leftOut: Record<number, number>, now: number) {
  const kept: Record<number, number> = {}
  for (const id of Object.keys(leftOut)) {
    const until = leftOut[Number(id)] ?? 0
    if (until > now) kept[Number(id)] = until
  }
  return kept
}

/** The next one takes the place, once it is ready. */
export function advance(rotation: Rotation): Rotation {
  if (!rotation.next || !rotation.isNextReady) return rotation
  return { ...rotation, shown: rotation.next, next: null, isNextReady: false }
}
