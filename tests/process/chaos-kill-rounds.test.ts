import { expect, test } from 'bun:test'
import { runKillRounds } from '../chaos/kills/kill-rounds.ts'

// Longer than usual: three hundred writes, two kills and three starts.
test('no acknowledged write is lost when the program is killed twice while four desks work', async () => {
  const { errors, memory } = await runKillRounds({ rounds: 2, writes: 300, desks: 4 })
  expect(errors).toEqual([])
  // The checks need data that could be lost.
  expect(memory.writes).toBeGreaterThan(300)
  expect(memory.patients.size).toBeGreaterThan(50)
  expect(memory.calls.length).toBeGreaterThan(20)
  expect(memory.uploads.size).toBeGreaterThan(0)
}, 30_000)
