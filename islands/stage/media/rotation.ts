import type { MediaItem } from '#domain/media/media'

/** `generation` distinguishes showings of one item. `companion` is a second upright picture. */
export type Slot = { item: MediaItem; companion: MediaItem | null; generation: number }

/** `next` loads behind `shown`, over which `leaving` fades out. Times are in ms since 1970. */
export type Rotation = {
  leaving: Slot | null
  shown: Slot | null
  shownAt: number
  hasVideoEnded: boolean
  next: Slot | null
  isNextReady: boolean
  skipped: { id: number; until: number }[]
  generations: number
}

export type RotationEvent =
  | { type: 'check' | 'faded' }
  | { type: 'ready' | 'companionReady'; generation: number; isUpright: boolean }
  | { type: 'failed' | 'videoEnded'; generation: number }

const ROTATION_INTERVAL_MS = 10_000
const SKIP_FAILED_MS = 60_000
export const CHECK_INTERVAL_MS = 1_000
const MAX_VIDEO_MS = 10 * 60_000

export function startRotation([first]: MediaItem[], now: number): Rotation {
  return {
    leaving: null,
    shown: first ? { item: first, companion: null, generation: 0 } : null,
    shownAt: now,
    hasVideoEnded: false,
    next: null,
    isNextReady: false,
    skipped: [],
    generations: 1,
  }
}

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

function applyEvent(rotation: Rotation, event: RotationEvent, items: MediaItem[], now: number) {
  switch (event.type) {
    case 'check':
      return rotation
    case 'faded':
      return { ...rotation, leaving: null }
    case 'ready':
    case 'companionReady':
      return markReady(rotation, event, items, now)
    case 'failed':
      return markFailed(rotation, event.generation, now)
    case 'videoEnded':
      return rotation.shown?.generation === event.generation
        ? { ...rotation, hasVideoEnded: true }
        : rotation
  }
}

/** An upright picture waits for the next picture, and they share the slot if both are upright. */
function markReady(
  rotation: Rotation,
  { type, generation, isUpright }: Extract<RotationEvent, { isUpright: boolean }>,
  items: MediaItem[],
  now: number,
): Rotation {
  const { next, isNextReady } = rotation
  // A picture from the browser's cache reports twice.
  if (next?.generation !== generation || isNextReady) return rotation
  const isOfCompanion = type === 'companionReady'
  if (isOfCompanion !== (next.companion !== null)) return rotation
  if (isOfCompanion) {
    const companion = isUpright ? next.companion : null
    return { ...rotation, next: { ...next, companion }, isNextReady: true }
  }
  const companion = isUpright ? findAfter(next, rotation, items, now) : null
  return companion?.type === 'image'
    ? { ...rotation, next: { ...next, companion } }
    : { ...rotation, isNextReady: true }
}

function markFailed(rotation: Rotation, generation: number, now: number): Rotation {
  const { shown, next, skipped } = rotation
  const slot = [shown, next].find(candidate => candidate?.generation === generation)
  if (!slot) return rotation
  const failed = { id: slot.item.id, until: now + SKIP_FAILED_MS }
  const remaining = {
    ...rotation,
    skipped: [...skipped.filter(({ until }) => until > now), failed],
  }
  return slot === shown
    ? advance({ ...remaining, shown: null })
    : { ...remaining, next: null, isNextReady: false }
}

function isDue({ shown, shownAt, hasVideoEnded }: Rotation, items: MediaItem[], now: number) {
  if (!shown || hasVideoEnded || !isListed(shown, items)) return true
  const durationMs = shown.item.type === 'image' ? ROTATION_INTERVAL_MS : MAX_VIDEO_MS
  // Rounds to the nearest check, because timers are slightly early or late.
  return now - shownAt >= durationMs - CHECK_INTERVAL_MS / 2
}

function advance(rotation: Rotation): Rotation {
  if (!rotation.next || !rotation.isNextReady) return rotation
  return { ...rotation, shown: rotation.next, next: null, isNextReady: false }
}

function prepareNext(rotation: Rotation, items: MediaItem[], now: number): Rotation {
  const { shown, next, generations } = rotation
  const item = findAfter(shown, rotation, items, now)
  const isUnchanged =
    next && item ? isSame(next.item, item) && isListed(next, items) : next === item
  // A deleted item stays only while a replacement loads.
  const isRemoved = shown !== null && !isListed(shown, items) && item === null
  if (isUnchanged && !isRemoved) return rotation
  return {
    ...rotation,
    shown: isRemoved ? null : shown,
    next: item && { item, companion: null, generation: generations },
    isNextReady: false,
    generations: generations + 1,
  }
}

function findAfter(slot: Slot | null, { skipped }: Rotation, items: MediaItem[], now: number) {
  const last = slot && (slot.companion ?? slot.item)
  const index = last ? items.findIndex(item => isSame(item, last)) : -1
  const order = [...items.slice(index + 1), ...items.slice(0, index + 1)]
  const found =
    order.find(({ id }) => !skipped.some(one => one.id === id && one.until > now)) ?? null
  return found && slot && isSame(found, slot.item) ? null : found
}

function isListed({ item, companion }: Slot, items: MediaItem[]) {
  const has = (one: MediaItem) => items.some(other => isSame(other, one))
  return has(item) && (companion === null || has(companion))
}

function isSame(a: MediaItem, b: MediaItem) {
  return a.id === b.id && a.url === b.url && a.filename === b.filename
}
