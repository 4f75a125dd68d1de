import type { MediaItem } from '#domain/media/media'

/** `generation` distinguishes showings of one item; `companion` is a second upright picture. */
export type Slot = { item: MediaItem; companion: MediaItem | null; generation: number }

/** `next` loads behind `shown`, over which `leaving` fades out. Times are in ms since 1970. */
export type Rotation = {
  leaving: Slot | null
  shown: Slot | null
  shownAt: number
  hasVideoEnded: boolean
  next: Slot | null
  isNextReady: boolean
  /** Failed items by id. */
  skipped: { id: number; until: number }[]
  generations: number
}

export type RotationEvent =
  | { type: 'check' | 'faded' }
  | { type: 'ready' | 'companionReady'; generation: number; isUpright: boolean }
  | { type: 'failed' | 'videoEnded'; generation: number }

export const ROTATION_INTERVAL_MS = 10_000
export const SKIP_FAILED_MS = 60_000
export const CHECK_INTERVAL_MS = 1_000
const MAX_VIDEO_MS = 10 * 60_000

export function reduceRotation(
  rotation: Rotation,
  event: RotationEvent,
  items: MediaItem[],
  now: number,
): Rotation {
  const prepared = prepareNext(applyEvent(rotation, event, items, now), items, now)
  const next = isDue(prepared, items, now) ? advance(prepared) : prepared
  const { shown } = rotation
  if (next.shown === shown) return next
  return { ...next, leaving: shown, shownAt: now, hasVideoEnded: false }
}

function applyEvent(
  rotation: Rotation,
  event: RotationEvent,
  items: MediaItem[],
  now: number,
): Rotation {
  switch (event.type) {
    case 'check':
      return rotation
    case 'faded':
      return { ...rotation, leaving: null }
    case 'ready':
      return markReady(rotation, event.generation, event.isUpright, items, now)
    case 'companionReady':
      return markCompanionReady(rotation, event.generation, event.isUpright)
    case 'failed':
      return markFailed(rotation, event.generation, now)
    case 'videoEnded':
      return rotation.shown?.generation === event.generation
        ? { ...rotation, hasVideoEnded: true }
        : rotation
  }
}

function isDue({ shown, shownAt, hasVideoEnded }: Rotation, items: MediaItem[], now: number) {
  if (!shown || hasVideoEnded || !isListed(shown, items)) return true
  return isElapsed(now - shownAt, shown.item.type === 'image' ? ROTATION_INTERVAL_MS : MAX_VIDEO_MS)
}

/** Rounds to the nearest check, because timers are slightly early or late. */
export function isElapsed(shownForMs: number, durationMs: number) {
  return shownForMs >= durationMs - CHECK_INTERVAL_MS / 2
}

export function startRotation(items: MediaItem[]): Rotation {
  const [first] = items
  const shown = first ? { item: first, companion: null, generation: 0 } : null
  return {
    leaving: null,
    shown,
    shownAt: 0,
    hasVideoEnded: false,
    next: null,
    isNextReady: false,
    skipped: [],
    generations: 1,
  }
}

export function prepareNext(rotation: Rotation, items: MediaItem[], now: number): Rotation {
  const { shown, next, generations } = rotation
  const nextItem = findAfter(shown, getUsable(rotation, items, now), items)
  const isUnchanged = next && nextItem ? isStill(next, nextItem, items) : !next && !nextItem
  // A deleted item stays only while a replacement loads.
  const isRemoved = shown !== null && !isListed(shown, items) && nextItem === null
  if (isUnchanged && !isRemoved) return rotation
  const nextSlot = nextItem ? { item: nextItem, companion: null, generation: generations } : null
  return {
    ...rotation,
    shown: isRemoved ? null : shown,
    next: nextSlot,
    isNextReady: false,
    generations: nextSlot ? generations + 1 : generations,
  }
}

function isStill(slot: Slot, item: MediaItem, items: MediaItem[]) {
  return isSame(slot.item, item) && isListed(slot, items)
}

function isListed({ item, companion }: Slot, items: MediaItem[]) {
  const has = (one: MediaItem) => items.some(other => isSame(other, one))
  return has(item) && (companion === null || has(companion))
}

function getUsable({ skipped }: Rotation, items: MediaItem[], now: number) {
  return items.filter(({ id }) => !skipped.some(one => one.id === id && one.until > now))
}

function findAfter(slot: Slot | null, usable: MediaItem[], items: MediaItem[]) {
  const last = slot && (slot.companion ?? slot.item)
  const index = last ? items.findIndex(item => isSame(item, last)) : -1
  const order = [...items.slice(index + 1), ...items.slice(0, index + 1)]
  const found = order.find(item => usable.includes(item)) ?? null
  return found && slot && isSame(found, slot.item) ? null : found
}

function isSame(a: MediaItem, b: MediaItem) {
  return a.id === b.id && a.url === b.url && a.filename === b.filename
}

/** An upright picture waits for the next picture, and they share the slot if both are upright. */
export function markReady(
  rotation: Rotation,
  generation: number,
  isUpright = false,
  items: MediaItem[] = [],
  now = 0,
): Rotation {
  const { next, isNextReady } = rotation
  // A picture from the browser's cache reports twice.
  if (next?.generation !== generation || next.companion !== null || isNextReady) return rotation
  const companion = isUpright ? findAfter(next, getUsable(rotation, items, now), items) : null
  return companion?.type === 'image'
    ? { ...rotation, next: { ...next, companion } }
    : { ...rotation, isNextReady: true }
}

/** `isUpright` is false if the companion failed, so the first picture is shown without it. */
export function markCompanionReady(
  rotation: Rotation,
  generation: number,
  isUpright: boolean,
): Rotation {
  const { next, isNextReady } = rotation
  if (next?.generation !== generation || next.companion === null || isNextReady) return rotation
  const companion = isUpright ? next.companion : null
  return { ...rotation, next: { ...next, companion }, isNextReady: true }
}

export function markFailed(rotation: Rotation, generation: number, now: number): Rotation {
  const { shown, next, skipped } = rotation
  const slot = [shown, next].find(candidate => candidate?.generation === generation)
  if (!slot) return rotation
  const remaining = {
    ...rotation,
    shown: slot === shown ? null : shown,
    next: slot === next ? null : next,
    isNextReady: slot === next ? false : rotation.isNextReady,
    skipped: [
      ...skipped.filter(({ until }) => until > now),
      { id: slot.item.id, until: now + SKIP_FAILED_MS },
    ],
  }
  return slot === shown ? advance(remaining) : remaining
}

export function advance(rotation: Rotation): Rotation {
  if (!rotation.next || !rotation.isNextReady) return rotation
  return { ...rotation, shown: rotation.next, next: null, isNextReady: false }
}
