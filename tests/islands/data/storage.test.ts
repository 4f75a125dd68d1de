import { afterEach, expect, test } from 'bun:test'
import { browserStorage, isStorageLasting, tabStorage } from '../../../islands/data/storage.ts'
import { replaceGlobals } from '../../support/fakes/browser-globals.ts'

let restoreGlobals = () => {}
afterEach(() => restoreGlobals())

function createMap() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

function refuse(): never {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

const BROKEN: [string, () => object | null][] = [
  ['null', () => null],
  ['not there', () => ({})],
  ['full', () => ({ ...createMap(), setItem: refuse })],
  ['closed to readers', () => ({ ...createMap(), getItem: refuse })],
  ['closed', () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
]

for (const [how, create] of BROKEN) {
  test(`a page with a storage that is ${how} remembers by itself, and knows that it does`, () => {
    restoreGlobals = replaceGlobals({ localStorage: create(), sessionStorage: create() })
    for (const storage of [browserStorage, tabStorage]) {
      const key = `${how} key`
      expect(storage.getItem(key)).toBeNull()
      storage.setItem(key, 'one')
      storage.setItem(key, 'two')
      expect(storage.getItem(key)).toBe('two')
      storage.removeItem(key)
      expect(storage.getItem(key)).toBeNull()
    }
    expect(isStorageLasting()).toBe(false)
  })
}

test('a value that no longer fits does not leave the older one behind', () => {
  const stored = createMap()
  restoreGlobals = replaceGlobals({ localStorage: stored, sessionStorage: createMap() })
  browserStorage.setItem('names', 'ali')
  expect(isStorageLasting()).toBe(true)
  restoreGlobals = replaceGlobals({ localStorage: { ...stored, setItem: refuse } })
  browserStorage.setItem('names', 'ali, mei')
  expect(browserStorage.getItem('names')).toBe('ali, mei')
  expect(stored.getItem('names')).toBeNull()
  browserStorage.removeItem('names')
})
