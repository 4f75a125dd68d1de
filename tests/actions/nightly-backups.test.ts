import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, backUpWhenDue, lookAtBackups } from '../../server/actions/backups.ts'
import { registerPatient } from '../../server/actions/register-patient.ts'
import { ADMIN, aClinic, type TestClinic } from '../support/clinic.ts'

// Each backup is checked in a process of its own.
setDefaultTimeout(30_000)

const DAY_MS = 24 * 60 * 60_000

let it: TestClinic
afterEach(() => it.close())

const backupsFolder = () => join(it.folder, 'backups')
const looking = () => lookAtBackups(it.clinic)

test('for twenty nights: one each at three, the days of a week and the Sundays before are kept', async () => {
  it = await aClinic({ at: '2026-11-20T02:00:00.000Z' })
  for (let hour = 0; hour < 20 * 24; hour++) {
    it.clock.advance(60 * 60_000)
    await backUpWhenDue(it.clinic)
  }
  const names = readdirSync(backupsFolder()).toSorted()
  expect(names.every(name => name.includes('-030000-nightly'))).toBe(true)
  expect(names).toHaveLength(10)
  expect((await looking()).backups[0]?.contents?.madeAt).toBe('2026-12-09T19:00:00.000Z')
})

test('a failed night is told, logged without names, and tried again after an hour', async () => {
  let isFull = true
  it = await aClinic({ backups: { freeBytes: async () => (isFull ? 90e6 : 1e12) } })
  await registerPatient(it.clinic, { name: 'secret name' }, ADMIN.id)
  const good = await backUpLater()
  it.clock.advance(2 * DAY_MS)
  await backUpWhenDue(it.clinic).catch(() => {})
  const { failure, backups } = await looking()
  expect(failure).toMatchObject({ what: 'nightly backup', at: it.clock.now() })
  expect(failure?.because).toMatch(
    /^Not enough space on the disk: .* are needed, 90\.0 MB are free$/,
  )
  expect(backups.map(({ name }) => name)).toEqual([good])
  expect(it.logged.join()).toContain('nightly backup failed')
  expect(it.logged.join()).not.toContain('SECRET')

  isFull = false
  it.clock.advance(59 * 60_000)
  await backUpWhenDue(it.clinic)
  expect((await looking()).backups).toHaveLength(1)
  it.clock.advance(60_000)
  await backUpWhenDue(it.clinic)
  expect(await looking()).toMatchObject({ failure: null, backups: [{ kind: 'nightly' }, {}] })

  async function backUpLater() {
    isFull = false
    const path = await backUp(it.clinic, 'manual')
    isFull = true
    return path.slice(backupsFolder().length + 1, -'.tar'.length)
  }
})
