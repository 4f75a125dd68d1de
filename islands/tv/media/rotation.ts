import type { MediaItem } from '#domain/media/media'

/** `turn` distinguishes two showings of the same item. */
export type Slot = { item: MediaItem; turn: number }

/** `next` is loaded behind `shown`. `skippedUntil`: failed items by id, in ms since 1970. */
export type Rotation = {
  shown: Slot | null
  next: Slot | null
  isNextReady: boolean
  skippedUntil: Record<number, number>
  turns: number
}

export const SKIP_FAILED_MS = 60_000
export const CHECK_INTERVAL_MS = 1_000

/** Rounds to the nearest check: timers are slightly early or late, and one more check would be visible. */
export function isElapsed(shownForMs: number, durationMs: number) {
  return shownForMs >= durationMs - CHECK_INTERVAL_MS / 2
}

export function startRotation(items: MediaItem[]): Rotation {
  const [first] = items
  const shown = first ? { item: first, turn: 0 } : null
  return { shown, next: null, isNextReady: false, skippedUntil: {}, turns: 1 }
}

export function prepareNext(rotation: Rotation, items: MediaItem[], now: number): Rotation {
  const { shown, next, skippedUntil, turns } = rotation
  const isUsable = (item: MediaItem) => (skippedUntil[item.id] ?? 0) <= now
  const isDeleted = shown !== null && !items.some(item => isSame(item, shown.item))
  const nextItem = findNext(items.filter(isUsable), shown, items)
  const isUnchanged = next && nextItem ? isSame(next.item, nextItem) : !next && !nextItem
  // A deleted item stays only while a replacement loads.
  const isRemoved = isDeleted && nextItem === null
  if (isUnchanged && !isRemoved) return rotation
  const nextSlot = nextItem ? { item: nextItem, turn: turns } : null
  return {
    ...rotation,
    shown: isRemoved ? null : shown,
    next: nextSlot,
    isNextReady: false,
    turns: nextSlot ? turns + 1 : turns,
  }
}

function findNext(usable: MediaItem[], shown: Slot | null, items: MediaItem[]) {
  const index = shown ? items.findIndex(item => isSame(item, shown.item)) : -1
  const order = [...items.slice(index + 1), ...items.slice(0, index + 1)]
  const found = order.find(item => usable.includes(item)) ?? null
  return found && shown && isSame(found, shown.item) ? null : found
}

function isSame(a: MediaItem, b: MediaItem) {
  return a.id === b.id && a.url === b.url && a.filename === b.filename
}

export function markReady(rotation: Rotation, turn: number): Rotation {
  return rotation.next?.turn === turn ? { ...rotation, isNextReady: true } : rotation
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
