import { describe, expect, test } from 'bun:test'
import type { MediaItem } from '#domain/media/media'
import {
  type RotationEvent,
  reduceRotation,
  type Slot,
  startRotation,
} from '../../../islands/stage/media/rotation.ts'

const picture = (id: number): MediaItem => ({
  id,
  filename: `${id}.png`,
  type: 'image',
  name: `Picture ${id}`,
  url: null,
})
const [A, B, C] = [picture(1), picture(2), picture(3)]

const idsOf = (slot: Slot | null) =>
  slot ? [slot.item.id, slot.companion?.id].filter(Boolean).join('+') : 'none'

function play(...first: MediaItem[]) {
  let items = first
  let now = 1_800_000_000_000
  let rotation = startRotation(items, now)
  /** The check that follows each event lets the next item load. */
  const dispatch = (event: RotationEvent) => {
    const after = reduceRotation(rotation, event, items, now)
    rotation = reduceRotation(after, { type: 'check' }, items, now)
  }
  const check = () => dispatch({ type: 'check' })
  const getNext = () => ({ generation: rotation.next?.generation ?? -1 })
  check()
  return {
    dispatch,
    state: () => rotation,
    shows: () => `${idsOf(rotation.shown)}, then ${idsOf(rotation.next)}`,
    list(...next: MediaItem[]) {
      items = next
      check()
    },
    pass(ms = 10_000) {
      now += ms
      check()
    },
    load: (isUpright = false) => dispatch({ type: 'ready', ...getNext(), isUpright }),
    loadBeside: (isUpright: boolean) =>
      dispatch({ type: 'companionReady', ...getNext(), isUpright }),
    fail: (slot: 'shown' | 'next') =>
      dispatch({ type: 'failed', generation: rotation[slot]?.generation ?? -1 }),
  }
}

test.each([-8, 0, 8, 300, -300])('ten seconds for each, with checks that are %i ms off', off => {
  const tv = play(A, B)
  tv.load()
  tv.pass(off)
  let checks = 0
  for (; tv.shows() === '1, then 2'; checks++) tv.pass(1_000)
  expect(checks).toBe(10)
})

test('one picture stays, nothing loads behind it, and it leaves when it is deleted', () => {
  const tv = play(A)
  tv.pass()
  expect(tv.shows()).toBe('1, then none')
  const other = { ...A, filename: 'other.png' }
  tv.list(other)
  tv.load()
  expect(tv.state().shown?.item).toBe(other)
  tv.list()
  expect(tv.shows()).toBe('none, then none')
  tv.list(A)
  tv.load()
  expect(tv.shows()).toBe('1, then none')
})

test('several pictures rotate in their order', () => {
  const tv = play(A, B, C)
  for (const shown of [1, 2, 3, 1, 2, 3]) {
    expect(tv.shows()).toBe(`${shown}, then ${(shown % 3) + 1}`)
    tv.load()
    tv.pass()
  }
})

test('they load once, and change only when the next one is ready', () => {
  const tv = play(A, B)
  const before = tv.state()
  // A refetched list has equal, but other objects.
  tv.list({ ...A }, { ...B })
  tv.pass()
  tv.dispatch({ type: 'ready', generation: 99, isUpright: false })
  tv.dispatch({ type: 'failed', generation: 99 })
  expect(tv.state()).toBe(before)
})

test('a deleted picture stays until the next one is ready, and is not shown again', () => {
  const tv = play(A, B, C)
  tv.list(B, C)
  expect(tv.shows()).toBe('1, then 2')
  tv.load()
  expect(tv.shows()).toBe('2, then 3')

  const loading = play(A, B, C)
  loading.load()
  loading.list(A, C)
  loading.pass()
  expect(loading.shows()).toBe('1, then 3')
})

test('a list that shrinks to one keeps that one, and a new one comes in its order', () => {
  const tv = play(A, B)
  tv.load()
  tv.pass()
  tv.list(B)
  expect(tv.shows()).toBe('2, then none')
  tv.list(A, B, C)
  expect(tv.shows()).toBe('2, then 3')
})

describe('a picture that cannot be shown', () => {
  test('is replaced by the one that is ready, not by the first of the list', () => {
    const tv = play(A, B, C)
    tv.load()
    tv.pass()
    tv.load()
    tv.fail('shown')
    expect(tv.shows()).toBe('3, then 1')
  })

  test('is tried again after a minute', () => {
    const tv = play(A, B)
    tv.fail('next')
    tv.pass(59_999)
    expect(tv.shows()).toBe('1, then none')
    tv.pass(1)
    expect(tv.shows()).toBe('1, then 2')
  })

  test('leaves nothing to show when all others fail too, until one succeeds', () => {
    const tv = play(A, B, C)
    for (const slot of ['shown', 'next', 'next'] as const) tv.fail(slot)
    expect(tv.shows()).toBe('none, then none')
    tv.pass(60_000)
    tv.load()
    expect(tv.shows()).toBe('1, then 2')
  })
})

test('the state stays small over ten thousand generations with uploads, deletions and failures', () => {
  const tv = play(A, B)
  for (let n = 0; n < 10_000; n++) {
    tv.list(picture(n), picture(n + 1), picture(n + 2))
    if (n % 3 === 0) tv.fail('next')
    tv.load()
    tv.pass()
    expect(tv.state().shown).not.toBeNull()
  }
  expect(JSON.stringify(tv.state()).length).toBeLessThan(800)
})

test('two upright pictures after one another share a slot, once both have loaded', () => {
  const tv = play(A, B, C)
  tv.load(true)
  tv.pass()
  expect(tv.shows()).toBe('1, then 2+3')
  tv.loadBeside(true)
  expect(tv.shows()).toBe('2+3, then 1')
})

test('two upright pictures alone stay side by side', () => {
  const tv = play(A, B)
  tv.load(true)
  tv.loadBeside(true)
  tv.pass()
  expect(tv.shows()).toBe('2+1, then none')
})

test('an upright picture is alone before a wide picture or a video', () => {
  const tv = play(A, B, C)
  tv.load(true)
  tv.loadBeside(false)
  tv.pass()
  expect(tv.shows()).toBe('2, then 3')
  const beforeVideo = play(A, B, { ...C, type: 'video' })
  beforeVideo.load(true)
  beforeVideo.pass()
  expect(beforeVideo.shows()).toBe('2, then 3')
})

test('a pair is given up when one of it is deleted', () => {
  const tv = play(A, B, C)
  tv.load(true)
  tv.list(A, B)
  expect(tv.shows()).toBe('1, then 2')

  const pair = play(A, B, C)
  pair.load(true)
  pair.loadBeside(true)
  pair.pass()
  pair.list(A, C)
  expect(pair.shows()).toBe('2+3, then 1')
})
