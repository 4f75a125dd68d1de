import { expect, test } from 'bun:test'
import { createKeyHandler } from '../../../islands/ui/keyboard/hotkeys.ts'

function createDesk() {
  const done: string[] = []
  let now = 0
  const run = (name: string) => () => done.push(name)
  const names = ['n', 'd', 'g d', '?']
  const handle = createKeyHandler(
    Object.fromEntries(names.map(name => [name, run(name)])),
    () => now,
  )
  return {
    done,
    wait: (ms: number) => {
      now += ms
    },
    press(key: string, others: Partial<KeyboardEvent> = {}) {
      let isPrevented = false
      const free = { repeat: false, ctrlKey: false, metaKey: false, altKey: false, target: null }
      handle({ key, ...free, preventDefault: () => (isPrevented = true), ...others })
      return isPrevented
    },
  }
}

test('a key does what it is for, in capitals too, and others are left to the browser', () => {
  const desk = createDesk()
  const taken = ['n', 'N', '?', 'x'].map(key => desk.press(key))
  expect(taken).toEqual([true, true, true, false])
  expect(desk.done).toEqual(['n', 'n', '?'])
})

test('the second key of a pair never counts by itself: G, D does not dispense', () => {
  const desk = createDesk()
  for (const key of ['g', 'Shift', 'd', 'g', 'n']) desk.press(key)
  expect(desk.done).toEqual(['g d'])
  desk.press('g')
  desk.wait(1_499)
  desk.press('d')
  desk.press('g')
  desk.wait(1_500)
  desk.press('d')
  expect(desk.done).toEqual(['g d', 'g d', 'd'])
})

test('a held key and a browser’s own shortcut do nothing', () => {
  const desk = createDesk()
  for (const other of ['repeat', 'ctrlKey', 'metaKey', 'altKey']) desk.press('n', { [other]: true })
  expect(desk.done).toEqual([])
})
