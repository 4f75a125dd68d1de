import { expect, test } from 'bun:test'
import { createPauses } from '../server/pauses.ts'

function work(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('requests that came during long work are answered between its parts', async () => {
  const pause = createPauses()
  let answered = 0
  for (let part = 1; part <= 3; part++) {
    setImmediate(() => answered++)
    work(25)
    await pause()
    expect(answered).toBe(part)
  }
})
