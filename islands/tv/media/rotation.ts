import type { MediaItem } from '#domain/media/media'

/** `turn` distinguishes two showings of one item. `beside` is a second upright picture. */
export type Slot = { item: MediaItem; beside: MediaItem | null; turn: number }

/** `next` loads behind `shown`. `skippedUntil` has failed items by id, in ms since 1970. */
export type Rotation = {
  shown: Slot | null
  next: Slot | null
  isNextReady: boolean
  skippedUntil: Record<number, number>
  turns: number
}

export const ROTATION_INTERVAL_MS = 10_000
export const SKIP_FAILED_MS = 60_000
export const CHECK_INTERVAL_MS = 1_000

/** Rounds to the nearest check: timers are slightly early or late. */
export function isElapsed(shownForMs: number, durationMs: number) {
  return shownForMs >= durationMs - CHECK_INTERVAL_MS / 2
}

export function startRotation(items: MediaItem[]): Rotation {
  const [first] = items
  const shown = first ? { item: first, beside: null, turn: 0 } : null
  return { shown, next: null, isNextReady: false, skippedUntil: {}, turns: 1 }
}

export function prepareNext(rotation: Rotation, items: MediaItem[], now: number): Rotation {
  const { shown, next, turns } = rotation
  const nextItem = findAfter(shown, getUsable(rotation, items, now), items)
  const isUnchanged = next && nextItem ? isStill(next, nextItem, items) : !next && !nextItem
  // A deleted item stays only while a replacement loads.
  const isRemoved = shown !== null && !isListed(shown, items) && nextItem === null
  if (isUnchanged && !isRemoved) return rotation
  const nextSlot = nextItem ? { item: nextItem, beside: null, turn: turns } : null
  return {
    ...rotation,
    shown: isRemoved ? null : shown,
    next: nextSlot,
    isNextReady: false,
    turns: nextSlot ? turns + 1 : turns,
  }
}

function isStill(slot: Slot, item: MediaItem, items: MediaItem[]) {
  return isSame(slot.item, item) && isListed(slot, items)
}

export function isListed({ item, beside }: Slot, items: MediaItem[]) {
  const has = (one: MediaItem) => items.some(other => isSame(other, one))
  return has(item) && (beside === null || has(beside))
}

function getUsable({ skippedUntil }: Rotation, items: MediaItem[], now: number) {
  return items.filter(item => (skippedUntil[item.id] ?? 0) <= now)
}

function findAfter(slot: Slot | null, usable: MediaItem[], items: MediaItem[]) {
  const last = slot && (slot.beside ?? slot.item)
  const index = last ? items.findIndex(item => isSame(item, last)) : -1
  const order = [...items.slice(index + 1), ...items.slice(0, index + 1)]
  const found = order.find(item => usable.includes(item)) ?? null
  return found && slot && isSame(found, slot.item) ? null : found
}

function isSame(a: MediaItem, b: MediaItem) {
  return a.id === b.id && a.url === b.url && a.filename === b.filename
}

/** An upright picture then waits for the one after it, to share the slot if that is upright too. */
export function markReady(
  rotation: Rotation,
  turn: number,
  isUpright = false,
  items: MediaItem[] = [],
  now = 0,
): Rotation {
  const { next, isNextReady } = rotation
  // A picture from the browser's cache reports twice.
  if (next?.turn !== turn || next.beside !== null || isNextReady) return rotation
  const beside = isUpright ? findAfter(next, getUsable(rotation, items, now), items) : null
  return beside?.type === 'image'
    ? { ...rotation, next: { ...next, beside } }
    : { ...rotation, isNextReady: true }
}

/** A picture beside that has failed counts as not upright. */
export function markBesideReady(rotation: Rotation, turn: number, isUpright: boolean): Rotation {
  const { next, isNextReady } = rotation
  if (next?.turn !== turn || next.beside === null || isNextReady) return rotation
  const beside = isUpright ? next.beside : null
  return { ...rotation, next: { ...next, beside }, isNextReady: true }
}

export function markFailed(rotation: Rotation, turn: number, now: number): Rotation {
  const { shown, next, skippedUntil } = rotation
  const slot = [shown, next].find(candidate => candidate?.turn === turn)
  if (!slot) return rotation
  const remaining = {
    ...rotation,
    shown: slot === shown ? null : shown,
    next: slot === next ? null : next,
    isNextReady: slot === next ? false : rotation.isNextReady,
    skippedUntil: { ...pruneSkipped(skippedUntil, now), [slot.item.id]: now + SKIP_FAILED_MS },
  }
  return slot === shown ? advance(remaining) : remaining
}

function pruneSkipped(skippedUntil: Record<number, number>, now: number) {
  const remaining: Record<number, number> = {}
  for (const id of Object.keys(skippedUntil)) {
    const until = skippedUntil[Number(id)] ?? 0
    if (until > now) remaining[Number(id)] = until
  }
  return remaining
}

export function advance(rotation: Rotation): Rotation {
  if (!rotation.next || !rotation.isNextReady) return rotation
  return { ...rotation, shown: rotation.next, next: null, isNextReady: false }
}
