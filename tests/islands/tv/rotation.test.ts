import { describe, expect, test } from 'bun:test'
import { type MediaItem, ROTATION_INTERVAL_MS } from '#domain/media/media'
import {
  advance,
  CHECK_INTERVAL_MS,
  isElapsed,
  markFailed,
  markReady,
  prepareNext,
  type Rotation,
  SKIP_FAILED_MS,
  startRotation,
} from '../../../islands/tv/media/rotation.ts'

const NOW = 1_800_000_000_000

const picture = (id: number): MediaItem => ({
  id,
  filename: `${id}.png`,
  type: 'image',
  name: `Picture ${id}`,
  url: null,
})
const [A, B, C] = [picture(1), picture(2), picture(3)]

const shownIn = ({ shown }: Rotation) => shown?.item.id ?? null
const nextIn = ({ next }: Rotation) => next?.item.id ?? null

/** The next picture is made ready and takes its place. */
function turn(rotation: Rotation, items: MediaItem[], now = NOW) {
  const prepared = prepareNext(rotation, items, now)
  return advance(markReady(prepared, prepared.next?.turn ?? -1))
}

function fail(rotation: Rotation, which: 'shown' | 'next', now = NOW) {
  return markFailed(rotation, rotation[which]?.turn ?? -1, now)
}

describe('the first picture', () => {
  test('is shown at once', () => {
    expect(shownIn(startRotation([A, B]))).toBe(1)
  })

  test('is none where there is none, and comes when one was uploaded', () => {
    const empty = startRotation([])
    expect([shownIn(empty), nextIn(prepareNext(empty, [], NOW))]).toEqual([null, null])
    expect(shownIn(turn(empty, [A]))).toBe(1)
  })
})

describe('the time of a picture', () => {
  test.each([-8, 0, 8, 300, -300])('is ten seconds when its looks are %i ms off', off => {
    const isOver = (look: number) => isElapsed(look * CHECK_INTERVAL_MS + off, ROTATION_INTERVAL_MS)
    const looks = Array.from({ length: 12 }, (_, at) => at + 1)
    expect(looks.find(isOver)).toBe(10)
  })
})

describe('one picture alone', () => {
  test('stays, and nothing is made ready behind it', () => {
    const alone = startRotation([A])
    const prepared = prepareNext(alone, [A], NOW)
    expect([shownIn(prepared), nextIn(prepared)]).toEqual([1, null])
  })

  test('is not drawn anew at every look', () => {
    const alone = startRotation([A])
    expect(prepareNext(alone, [A], NOW)).toBe(alone)
    const empty = startRotation([])
    expect(prepareNext(empty, [], NOW)).toBe(empty)
  })

  test('gives way to a new one of the same number and another file', () => {
    const other = { ...A, filename: 'other.png' }
    expect(turn(startRotation([A]), [other]).shown?.item).toBe(other)
  })
})

describe('several pictures', () => {
  test('two take turns', () => {
    let rotation = startRotation([A, B])
    const seen = [shownIn(rotation)]
    for (let n = 0; n < 4; n++) {
      rotation = turn(rotation, [A, B])
      seen.push(shownIn(rotation))
    }
    expect(seen).toEqual([1, 2, 1, 2, 1])
  })

  test('go round in their order', () => {
    let rotation = startRotation([A, B, C])
    const seen = [shownIn(rotation)]
    for (let n = 0; n < 5; n++) {
      rotation = turn(rotation, [A, B, C])
      seen.push(shownIn(rotation))
    }
    expect(seen).toEqual([1, 2, 3, 1, 2, 3])
  })

  test('never change before the next one is ready', () => {
    const prepared = prepareNext(startRotation([A, B]), [A, B], NOW)
    expect(advance(prepared)).toBe(prepared)
    expect(shownIn(advance(markReady(prepared, prepared.next?.turn ?? -1)))).toBe(2)
  })

  test('take no word of a picture that has already left', () => {
    const prepared = prepareNext(startRotation([A, B]), [A, B], NOW)
    expect(markReady(prepared, 99)).toBe(prepared)
    expect(markFailed(prepared, 99, NOW)).toBe(prepared)
  })

  test('are made ready once, however often somebody looks', () => {
    const prepared = prepareNext(startRotation([A, B]), [A, B], NOW)
    expect(prepareNext(prepared, [A, B], NOW + 1_000)).toBe(prepared)
    // The list was asked for again: other objects that say the same.
    expect(prepareNext(prepared, [{ ...A }, { ...B }], NOW + 2_000)).toBe(prepared)
  })
})

describe('a picture that was deleted', () => {
  test('while it was shown stays until the next one is ready, and does not come back', () => {
    const prepared = prepareNext(startRotation([A, B, C]), [B, C], NOW)
    expect([shownIn(prepared), nextIn(prepared)]).toEqual([1, 2])
    const after = turn(prepared, [B, C])
    expect([shownIn(after), shownIn(turn(after, [B, C]))]).toEqual([2, 3])
  })

  test('leaves at once when nothing can take its place', () => {
    expect(shownIn(prepareNext(startRotation([A]), [], NOW))).toBeNull()
  })

  test('while it was made ready is not shown', () => {
    const prepared = prepareNext(startRotation([A, B, C]), [A, B, C], NOW)
    const readied = markReady(prepared, prepared.next?.turn ?? -1)
    const without = prepareNext(readied, [A, C], NOW)
    expect([nextIn(without), without.isNextReady]).toEqual([3, false])
    expect(shownIn(advance(without))).toBe(1)
  })
})

describe('a list that changes', () => {
  test('and shrinks to one keeps that one', () => {
    const two = turn(startRotation([A, B]), [A, B])
    const one = prepareNext(two, [B], NOW)
    expect([shownIn(one), nextIn(one)]).toEqual([2, null])
  })

  test('and grows shows the new one in its turn', () => {
    const alone = prepareNext(startRotation([A]), [A], NOW)
    const two = turn(alone, [A, B])
    expect([shownIn(two), shownIn(turn(two, [A, B, C]))]).toEqual([2, 3])
  })
})

describe('a picture that cannot be shown', () => {
  test('is skipped', () => {
    const items = [A, B, C]
    const withoutB = prepareNext(
      fail(prepareNext(startRotation(items), items, NOW), 'next'),
      items,
      NOW,
    )
    expect([shownIn(withoutB), nextIn(withoutB)]).toEqual([1, 3])
  })

  test('gives its place to the one that is ready, not to the first of the list', () => {
    const items = [A, B, C]
    const prepared = prepareNext(turn(startRotation(items), items), items, NOW)
    const readied = markReady(prepared, prepared.next?.turn ?? -1)
    expect([shownIn(readied), nextIn(readied)]).toEqual([2, 3])
    expect(shownIn(fail(readied, 'shown'))).toBe(3)
  })

  test('is not needed for the others to go on', () => {
    let rotation = startRotation([A, B, C])
    const seen: (number | null)[] = []
    for (let n = 0; n < 6; n++) {
      rotation = prepareNext(rotation, [A, B, C], NOW)
      if (nextIn(rotation) === 2) rotation = fail(rotation, 'next')
      rotation = turn(rotation, [A, B, C])
      seen.push(shownIn(rotation))
    }
    expect(seen).toEqual([3, 1, 3, 1, 3, 1])
  })

  test('is tried again after a minute', () => {
    const items = [A, B]
    const broken = fail(prepareNext(startRotation(items), items, NOW), 'next')
    expect(nextIn(prepareNext(broken, items, NOW + SKIP_FAILED_MS - 1))).toBeNull()
    expect(nextIn(prepareNext(broken, items, NOW + SKIP_FAILED_MS))).toBe(2)
  })

  test('leaves nothing to show when it is the only one, and comes back by itself', () => {
    const broken = prepareNext(fail(startRotation([A]), 'shown'), [A], NOW)
    expect([shownIn(broken), nextIn(broken)]).toEqual([null, null])
    expect(shownIn(turn(broken, [A], NOW + SKIP_FAILED_MS))).toBe(1)
  })

  test('like all the others leaves nothing to show until one of them can be', () => {
    const items = [A, B, C]
    let rotation = fail(startRotation(items), 'shown')
    for (let n = 0; n < 2; n++)
      rotation = fail(prepareNext(rotation, items, NOW + n), 'next', NOW + n)
    expect([shownIn(rotation), nextIn(prepareNext(rotation, items, NOW + 2))]).toEqual([null, null])
    const after = turn(rotation, items, NOW + SKIP_FAILED_MS)
    expect([shownIn(after), shownIn(turn(after, items, NOW + SKIP_FAILED_MS + 2))]).toEqual([1, 2])
  })
})

test('nothing grows in ten thousand turns with uploads, deletions and failures', () => {
  let rotation = startRotation([A, B])
  let largest = 0
  for (let n = 0; n < 10_000; n++) {
    const now = NOW + n * 10_000
    // A picture of its own number every time, as if the gallery were filled anew all day.
    const items = [picture(n), picture(n + 1), picture(n + 2)]
    rotation = prepareNext(rotation, items, now)
    if (n % 3 === 0) rotation = prepareNext(fail(rotation, 'next', now), items, now)
    rotation = turn(rotation, items, now)
    expect(shownIn(rotation)).not.toBeNull()
    largest = Math.max(largest, JSON.stringify(rotation).length)
  }
  expect(largest).toBeLessThan(600)
})
