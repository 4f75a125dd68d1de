import { describe, expect, test } from 'bun:test'
import { matchList, type StoredAppointment } from '#domain/appointments/match-list'

const row = (time: string, name: string, queueId: number | null = null) => ({ time, name, queueId })
const expected = (id: number, time: string, name: string): StoredAppointment => ({
  id,
  ...row(time, name),
  isPresent: false,
  wasPresent: false,
})
const present = (id: number, time: string, name: string | null): StoredAppointment => ({
  ...expected(id, time, ''),
  name,
  isPresent: true,
  wasPresent: true,
})

test('a list that is sent again changes nothing, so that an open page can check in', () => {
  const rows = [row('09:00', 'ANA'), row('09:10', 'BEN')]
  const stored = [expected(1, '09:00', 'ANA'), expected(2, '09:10', 'BEN')]
  const { added, gone } = matchList(stored, rows)
  expect({ added, gone }).toEqual({ added: [], gone: [] })
})

test('who is in the new list no more is gone, but not who is there', () => {
  const stored = [expected(1, '09:00', 'ANA'), present(2, '09:10', 'BEN')]
  expect(matchList(stored, [row('09:20', 'CAT')])).toEqual({
    added: [row('09:20', 'CAT')],
    gone: [1],
    checkedIn: 1,
    expected: 1,
  })
})

test('each of two people with one name and time has a row', () => {
  const stored = [expected(1, '09:00', 'ANA'), present(2, '09:00', 'ANA')]
  const again = matchList(stored, [row('09:00', 'ANA'), row('09:00', 'ANA')])
  expect(again).toEqual({ added: [], gone: [], checkedIn: 1, expected: 1 })
  expect(matchList(stored, [row('09:00', 'ANA')]).gone).toEqual([1])
})

test('who has checked in is known in another queue and spelling, and without a name', () => {
  const rows = [row('09:00', 'JOSÉ', 4), row('09:10', 'BEN')]
  const stored = [present(1, '09:00', 'JOSE'), present(2, '09:10', null)]
  expect(matchList(stored, rows)).toMatchObject({ added: [], gone: [], expected: 0 })
})

test('who is expected takes the spelling of the new list', () => {
  const { added, gone } = matchList([expected(1, '09:00', 'JOSE')], [row('09:00', 'JOSÉ')])
  expect({ added, gone }).toEqual({ added: [row('09:00', 'JOSÉ')], gone: [1] })
})

test('who is there is the same in a list whose times have moved', () => {
  const stored = [present(1, '10:00', 'ANA'), expected(2, '10:10', 'BEN')]
  const moved = [row('10:15', 'ANA', 4), row('10:25', 'BEN')]
  const { added, gone, expected: count } = matchList(stored, moved)
  expect({ added, gone, count }).toEqual({ added: [row('10:25', 'BEN')], gone: [2], count: 1 })
})

test('of two people with one name, nobody is taken for the one who is there', () => {
  const two = [present(1, '09:00', 'SITI'), expected(2, '10:00', 'SITI')]
  expect(matchList(two, [row('10:30', 'SITI')])).toMatchObject({ gone: [2], expected: 1 })
  const rows = [row('09:15', 'SITI'), row('10:15', 'SITI')]
  expect(matchList([present(1, '09:00', 'SITI')], rows)).toMatchObject({ expected: 2 })
})

test('who was deleted after the check-in keeps the row for an undo', () => {
  const deleted = { ...present(1, '09:00', 'ANA'), isPresent: false }
  expect(matchList([deleted], [row('09:00', 'ANA')])).toMatchObject({ added: [], gone: [] })
  expect(matchList([deleted], []).gone).toEqual([1])
})

test('one name and time with two doctors are two appointments, also when one has come', () => {
  const stored = [
    { ...present(1, '09:00', 'JOSE'), queueId: 1 },
    { ...expected(2, '09:00', 'JOSE'), queueId: 2 },
  ]
  const again = [row('09:00', 'JOSE', 2), row('09:00', 'JOSE', 1)]
  expect(matchList(stored, again)).toMatchObject({ added: [], gone: [], expected: 1 })
  const respelt = [row('09:00', 'JOSÉ', 2), row('09:00', 'JOSÉ', 1)]
  expect(matchList(stored, respelt)).toMatchObject({ added: [respelt[0]], gone: [2], expected: 1 })
  const moved = [row('09:15', 'JOSE', 2), row('09:15', 'JOSE', 1)]
  expect(matchList(stored, moved)).toMatchObject({ added: [moved[0]], gone: [2], expected: 1 })
})

describe('a forgotten name stays away', () => {
  const forgotten = { ...present(1, '09:00', null), forgottenKey: 'SITI' }
  const siti = (time: string, queueId: number | null = null) => {
    return { ...row(time, 'SITI', queueId), forgottenKey: 'SITI' }
  }
  const other = { ...row('09:00', 'BEN'), forgottenKey: 'BEN' }

  test.each([siti('09:00'), siti('09:45'), siti('09:45', 4)])('with %j', moved => {
    expect(matchList([forgotten], [moved])).toMatchObject({ added: [], gone: [], expected: 0 })
  })

  test('after the patient was deleted, and after a list without the name', () => {
    const deleted = { ...forgotten, isPresent: false }
    expect(matchList([deleted], [])).toMatchObject({ gone: [] })
    expect(matchList([deleted], [siti('09:45')])).toMatchObject({ added: [], expected: 0 })
  })

  test('but another person at that time is expected', () => {
    expect(matchList([forgotten], [other])).toMatchObject({ added: [other], expected: 1 })
  })

  test('and another person of that name is expected', () => {
    const second = { ...expected(2, '10:00', 'SITI') }
    const both = [siti('09:15'), siti('10:00')]
    expect(matchList([forgotten, second], both)).toMatchObject({ added: [], gone: [] })
    const moved = [siti('09:00'), siti('10:15')]
    expect(matchList([forgotten, second], moved)).toMatchObject({ added: [moved[1]], gone: [2] })
  })
})
