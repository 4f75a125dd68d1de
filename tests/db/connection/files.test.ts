import { expect, test } from 'bun:test'
import { whenFree } from '../../../db/connection/files.ts'

/** Fails so many times, as for a file that somebody has open. */
function createWork(failures: number, code: string) {
  const work = { tries: 0, waited: 0 }
  const run = async () => {
    work.tries++
    if (work.tries <= failures) throw Object.assign(new Error('held'), { code })
    return 'done'
  }
  const sleep = async (ms: number) => {
    work.waited += ms
  }
  return { work, run, sleep }
}

test.each(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'])(
  'on Windows, what fails with %s is tried until the file is free',
  async code => {
    const { work, run, sleep } = createWork(4, code)
    expect(await whenFree(run, true, sleep)).toBe('done')
    expect(work).toEqual({ tries: 5, waited: 180 })
  },
)

test('it gives up after some seconds, and at once for other failures and elsewhere', async () => {
  const held = createWork(100, 'EBUSY')
  await expect(whenFree(held.run, true, held.sleep)).rejects.toThrow('held')
  const missing = createWork(1, 'ENOENT')
  await expect(whenFree(missing.run, true, missing.sleep)).rejects.toThrow('held')
  const elsewhere = createWork(1, 'EBUSY')
  await expect(whenFree(elsewhere.run, false, elsewhere.sleep)).rejects.toThrow('held')
  expect(held.work.waited).toBeWithin(5_000, 10_000)
  expect([missing.work.tries, elsewhere.work.tries]).toEqual([1, 1])
})
