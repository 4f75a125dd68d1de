import { expect, test } from 'bun:test'
import { registerPatient } from '../../server/actions/patients.ts'
import { runKillRounds } from '../chaos/kills/kill-rounds.ts'
import { createLedger } from '../chaos/kills/ledger.ts'
import { verifyData } from '../chaos/kills/verify-data.ts'
import { ADMIN, createTestClinic } from '../support/server/test-clinic.ts'

// Longer than usual: three hundred writes, two kills and three starts.
test('no acknowledged write is lost when the program is killed twice while four desks work', async () => {
  const { rounds, errors, ledger } = await runKillRounds({ rounds: 2, writes: 300, desks: 4 })
  expect(errors).toEqual([])
  // The checks need data that could be lost.
  expect(rounds).toHaveLength(2)
  expect(ledger.writes).toBeGreaterThan(300)
  expect(ledger.patients.size).toBeGreaterThan(50)
  expect(ledger.calls.length).toBeGreaterThan(20)
  expect(ledger.uploads.size).toBeGreaterThan(0)
}, 30_000)

test('a lost write is found', async () => {
  const { clinic, folder, close } = await createTestClinic()
  const { id, name, number, day } = await registerPatient(clinic, { name: 'ali' }, ADMIN.id)
  const acknowledged = { name: name ?? '', number, day, steps: 1 }
  const ledger = createLedger()
  ledger.patients.set(id, acknowledged)
  expect(verifyData(folder, ledger).errors).toEqual([])

  ledger.patients.set(2, acknowledged)
  ledger.calls.push({ sequence: 1, patientId: id })
  ledger.uploads.set(1, 'a'.repeat(64))
  expect(verifyData(folder, ledger).errors).toEqual([
    'patient 2 was acknowledged and is lost',
    'call 1 was acknowledged and is lost',
    'picture 1 was acknowledged and is lost',
  ])
  await close()
})
