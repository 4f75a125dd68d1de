import { expect, setDefaultTimeout, test } from 'bun:test'
import { runKillRounds } from '../chaos/kills/kill-rounds.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

test('no acknowledged write is lost when the program is killed twice while four desks work', async () => {
  const kills = await runKillRounds({ rounds: 2, writes: 300, desks: 4 })
  expect(kills.errors).toEqual([])
  // The checks need data that could be lost.
  expect(kills.ledger.writes).toBeGreaterThan(300)
  expect(kills.ledger.count('acknowledged')).toBeGreaterThan(50)
  expect(kills.ledger.count('acknowledged_calls')).toBeGreaterThan(20)
  expect(kills.pictures.size).toBeGreaterThan(0)
})
