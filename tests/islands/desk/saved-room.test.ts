import { afterEach, beforeEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { Room } from '#domain/rooms/room'
import { saveRoom } from '../../../islands/desk/model/queue-model.ts'
import { replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aRoom } from '../../support/samples.ts'

const ROOM_5 = aRoom({ id: 5, name: 'Bilik 5' })

let storage: Map<string, string>
let restoreGlobals: () => void

beforeEach(() => {
  storage = new Map()
  restoreGlobals = replaceGlobals({
    document: {},
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  })
})
afterEach(() => restoreGlobals())

/** Opens the Queue screen of a desk with these rooms. */
function open(rooms: Room[]) {
  const [all, selected] = [signal(rooms), signal<number | null>(null)]
  const close = saveRoom(all, selected)
  return { all, selected, close }
}

function choose(id: number, rooms: Room[]) {
  const { selected, close } = open(rooms)
  selected.value = id
  close()
}

test('the chosen room is chosen again', () => {
  choose(5, [ROOM_5])
  expect(open([aRoom(), ROOM_5]).selected.value).toBe(5)
})

test('another room of its id, of a backup from before it was made, is not', () => {
  choose(5, [ROOM_5])
  expect(open([aRoom(), { ...ROOM_5, name: 'Bilik Rawatan' }]).selected.value).toBeNull()
})

test('a room keeps being chosen while it gets another name', () => {
  const desk = open([ROOM_5])
  desk.selected.value = 5
  const renamed = [{ ...ROOM_5, name: 'Bilik Doktor' }]
  desk.all.value = renamed
  desk.close()
  expect(open(renamed).selected.value).toBe(5)
})

test('an id that version 1.0.0 saved, and none', () => {
  storage.set('selected-room', '5')
  expect(open([ROOM_5]).selected.value).toBe(5)
  storage.clear()
  expect([open([ROOM_5]).selected.value, storage.size]).toEqual([null, 0])
})

test('a room that is chosen no more is drawn by nobody: the cookie ends as well', () => {
  choose(5, [ROOM_5])
  expect(document.cookie).toStartWith('desk_room=5%20Bilik%205; path=/queue; max-age=31536000')
  const { selected, close } = open([ROOM_5])
  selected.value = null
  close()
  expect(document.cookie).toStartWith('desk_room=; path=/queue; max-age=0')
  expect(open([ROOM_5]).selected.value).toBeNull()
})
