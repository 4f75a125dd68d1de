import { describe, expect, test } from 'bun:test'
import type { MediaItem } from '#domain/media/media'
import {
  advance,
  CHECK_INTERVAL_MS,
  isElapsed,
  markCompanionReady,
  markFailed,
  markReady,
  prepareNext,
  ROTATION_INTERVAL_MS,
  type Rotation,
  SKIP_FAILED_MS,
  startRotation,
} from '../../../islands/stage/media/rotation.ts'

const NOW = 1_800_000_000_000

const picture = (id: number): MediaItem => ({
  id,
  filename: `${id}.png`,
  type: 'image',
  name: `Picture ${id}`,
  url: null,
})
const [A, B, C] = [picture(1), picture(2), picture(3)]

const shownId = ({ shown }: Rotation) => shown?.item.id ?? null
const nextId = ({ next }: Rotation) => next?.item.id ?? null

/** The next item loads and is shown. */
function rotate(rotation: Rotation, items: MediaItem[], now = NOW) {
  const prepared = prepareNext(rotation, items, now)
  return advance(markReady(prepared, prepared.next?.generation ?? -1))
}

function fail(rotation: Rotation, which: 'shown' | 'next', now = NOW) {
  return markFailed(rotation, rotation[which]?.generation ?? -1, now)
}

test.each([-8, 0, 8, 300, -300])(
  'the time of a picture is ten seconds when the checks are %i ms off',
  off => {
    const isOver = (check: number) =>
      isElapsed(check * CHECK_INTERVAL_MS + off, ROTATION_INTERVAL_MS)
    const checks = Array.from({ length: 12 }, (_, index) => index + 1)
    expect(checks.find(isOver)).toBe(10)
  },
)

test('one picture stays, nothing loads behind it, and it leaves when it is deleted', () => {
  const alone = startRotation([A])
  const prepared = prepareNext(alone, [A], NOW)
  expect([shownId(prepared), nextId(prepared)]).toEqual([1, null])
  const other = { ...A, filename: 'other.png' }
  expect(rotate(alone, [other]).shown?.item).toBe(other)
  expect(shownId(prepareNext(alone, [], NOW))).toBeNull()
  expect(shownId(rotate(startRotation([]), [A]))).toBe(1)
})

describe('several pictures', () => {
  test('rotate in their order', () => {
    let rotation = startRotation([A, B, C])
    const seen = [shownId(rotation)]
    for (let n = 0; n < 5; n++) {
      rotation = rotate(rotation, [A, B, C])
      seen.push(shownId(rotation))
    }
    expect(seen).toEqual([1, 2, 3, 1, 2, 3])
  })

  test('load once, and change only when the next one is ready', () => {
    const prepared = prepareNext(startRotation([A, B]), [A, B], NOW)
    expect(advance(prepared)).toBe(prepared)
    // A refetched list: equal, but other objects.
    expect(prepareNext(prepared, [{ ...A }, { ...B }], NOW + 2_000)).toBe(prepared)
    expect(markReady(prepared, 99)).toBe(prepared)
    expect(markFailed(prepared, 99, NOW)).toBe(prepared)
  })
})

test('a deleted picture stays until the next one is ready, and is not shown again', () => {
  const prepared = prepareNext(startRotation([A, B, C]), [B, C], NOW)
  expect([shownId(prepared), nextId(prepared)]).toEqual([1, 2])
  const after = rotate(prepared, [B, C])
  expect([shownId(after), shownId(rotate(after, [B, C]))]).toEqual([2, 3])

  // While it loads.
  const loading = prepareNext(startRotation([A, B, C]), [A, B, C], NOW)
  const without = prepareNext(markReady(loading, loading.next?.generation ?? -1), [A, C], NOW)
  expect([nextId(without), without.isNextReady]).toEqual([3, false])
  expect(shownId(advance(without))).toBe(1)
})

test('a list that shrinks to one keeps that one, and a new one comes in its order', () => {
  const two = rotate(startRotation([A, B]), [A, B])
  const one = prepareNext(two, [B], NOW)
  expect([shownId(one), nextId(one)]).toEqual([2, null])
  expect(shownId(rotate(two, [A, B, C]))).toBe(3)
})

describe('a picture that cannot be shown', () => {
  test('is replaced by the one that is ready, not by the first of the list', () => {
    const items = [A, B, C]
    const prepared = prepareNext(rotate(startRotation(items), items), items, NOW)
    const readied = markReady(prepared, prepared.next?.generation ?? -1)
    expect([shownId(readied), nextId(readied)]).toEqual([2, 3])
    expect(shownId(fail(readied, 'shown'))).toBe(3)
  })

  test('is tried again after a minute', () => {
    const items = [A, B]
    const broken = fail(prepareNext(startRotation(items), items, NOW), 'next')
    expect(nextId(prepareNext(broken, items, NOW + SKIP_FAILED_MS - 1))).toBeNull()
    expect(nextId(prepareNext(broken, items, NOW + SKIP_FAILED_MS))).toBe(2)
  })

  test('leaves nothing to show when all others fail too, until one succeeds', () => {
    const items = [A, B, C]
    let rotation = fail(startRotation(items), 'shown')
    for (let n = 0; n < 2; n++)
      rotation = fail(prepareNext(rotation, items, NOW + n), 'next', NOW + n)
    expect([shownId(rotation), nextId(prepareNext(rotation, items, NOW + 2))]).toEqual([null, null])
    const after = rotate(rotation, items, NOW + SKIP_FAILED_MS)
    expect([shownId(after), shownId(rotate(after, items, NOW + SKIP_FAILED_MS + 2))]).toEqual([
      1, 2,
    ])
  })
})

test('the state stays small over ten thousand generations with uploads, deletions and failures', () => {
  let rotation = startRotation([A, B])
  let largest = 0
  for (let n = 0; n < 10_000; n++) {
    const now = NOW + n * 10_000
    // New ids all the time.
    const items = [picture(n), picture(n + 1), picture(n + 2)]
    rotation = prepareNext(rotation, items, now)
    if (n % 3 === 0) rotation = prepareNext(fail(rotation, 'next', now), items, now)
    rotation = rotate(rotation, items, now)
    expect(shownId(rotation)).not.toBeNull()
    largest = Math.max(largest, JSON.stringify(rotation).length)
  }
  expect(largest).toBeLessThan(600)
})

describe('upright pictures', () => {
  const besideId = ({ next }: Rotation) => next?.companion?.id ?? null
  const load = (rotation: Rotation, items: MediaItem[], isUpright: boolean) => {
    const prepared = prepareNext(rotation, items, NOW)
    return markReady(prepared, prepared.next?.generation ?? -1, isUpright, items, NOW)
  }
  const loadBeside = (rotation: Rotation, isUpright: boolean) =>
    markCompanionReady(rotation, rotation.next?.generation ?? -1, isUpright)

  test('two after one another share a slot, once both have loaded', () => {
    const waiting = load(startRotation([A, B, C]), [A, B, C], true)
    expect([nextId(waiting), besideId(waiting), waiting.isNextReady]).toEqual([2, 3, false])
    expect(advance(waiting)).toBe(waiting)
    const ready = loadBeside(waiting, true)
    expect(loadBeside(ready, false)).toBe(ready)
    const { shown } = advance(ready)
    expect([shown?.item.id, shown?.companion?.id]).toEqual([2, 3])
  })

  test('two alone stay side by side', () => {
    const pair = advance(loadBeside(load(startRotation([A, B]), [A, B], true), true))
    expect([pair.shown?.item.id, pair.shown?.companion?.id]).toEqual([2, 1])
    expect(nextId(prepareNext(pair, [A, B], NOW))).toBeNull()
  })

  test('one is alone before a wide picture or a video', () => {
    const alone = loadBeside(load(startRotation([A, B, C]), [A, B, C], true), false)
    expect([besideId(alone), alone.isNextReady]).toEqual([null, true])
    expect(nextId(prepareNext(advance(alone), [A, B, C], NOW))).toBe(3)
    const video: MediaItem = { ...C, type: 'video' }
    const ready = load(startRotation([A, B, video]), [A, B, video], true)
    expect([besideId(ready), ready.isNextReady]).toEqual([null, true])
  })

  test('a pair is given up when one of it is deleted', () => {
    const waiting = load(startRotation([A, B, C]), [A, B, C], true)
    const prepared = prepareNext(waiting, [A, B], NOW)
    expect([nextId(prepared), besideId(prepared)]).toEqual([2, null])
    const pair = advance(loadBeside(waiting, true))
    expect(nextId(prepareNext(pair, [A, C], NOW))).toBe(1)
  })
})
