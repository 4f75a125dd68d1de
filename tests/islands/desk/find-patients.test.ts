import { expect, test } from 'bun:test'
import { findFirst, matchesFilter, matchesSearch } from '../../../islands/desk/model/queue-model.ts'
import { aPatient, NOW } from '../../support/samples.ts'

const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

test.each([
  ['', true],
  ['17', true],
  ['#017', true],
  ['1', true],
  ['7', false],
  ['aisy', true],
  ['AISYAH', true],
  ['ali', false],
  ['\uff11\uff17', true],
  ['＃ ٠١٧', true],
  ['nur\u00a0\u3000aisyah', true],
  ['NU\u0301R\u200b', true],
  ['aisya\u0939', false],
  [' \u200b', true],
])('%j finds number 17, NUR AISYAH: %j', (search, isFound) => {
  expect(matchesSearch(aPatient({ number: 17, name: 'NUR AISYAH' }), search)).toBe(isFound)
})

test.each([
  ['JOS\u00c9 O\u2019NEILL', "jose\u0301 o'n"],
  ['JOS\u00c9 O\u2019NEILL', 'jose'],
  ['SIM\u00d3N', 'simo\u0301n'],
  ['STRASSER', 'straßer'],
  ['I\u015eIK', 'ışık'],
  ['\u0b95\u0bbf\u0bb0\u0bc1', '\u0b95\u0bbf'],
  ['ANNE\u2011MARIE', 'anne-m'],
])('%j is found by %j', (name, search) => {
  expect(matchesSearch(aPatient({ name }), search)).toBe(true)
})

test('each filter shows whom it names', () => {
  const patients = {
    plain: aPatient({ registeredAt: ago(5) }),
    priority: aPatient({ registeredAt: ago(5), isPriority: true, priorityReason: 'OLD' }),
    requeued: aPatient({ registeredAt: ago(5), status: 'requeue', requeueReason: 'XRAY' }),
    long: aPatient({ registeredAt: ago(46) }),
  }
  const shown = (filter: Parameters<typeof matchesFilter>[1]) =>
    Object.entries(patients)
      .filter(([, patient]) => matchesFilter(patient, filter, { now: NOW, limitMinutes: 45 }))
      .map(([name]) => name)
  expect(shown('All')).toEqual(['plain', 'priority', 'requeued', 'long'])
  expect(shown('Priority')).toEqual(['priority'])
  expect(shown('Requeued')).toEqual(['requeued'])
  expect(shown('Over')).toEqual(['long'])
})

test('Enter means the exact number, else the first of the list', () => {
  const patients = [210, 21, 217].map(number => aPatient({ id: number, number }))
  expect(findFirst(patients, '21')?.id).toBe(21)
  expect(findFirst(patients, 'a')?.id).toBe(210)
  expect(findFirst([], '21')).toBeNull()
  const labels = ['B021', '021', '210'].map((label, id) => {
    return aPatient({ id, label, number: Number(label.replace('B', '')) })
  })
  for (const typed of ['21', '021', '#021']) expect(findFirst(labels, typed)?.label).toBe('021')
  for (const typed of ['b21', 'B 021']) expect(findFirst(labels, typed)?.label).toBe('B021')
})

test('Enter means the number of today, where a patient of the day before has it as well', () => {
  const days = ['2026-11-19', '2026-11-20']
  const patients = days.map((day, id) => aPatient({ id, day, number: 1, label: 'B001' }))
  for (const list of [patients, patients.toReversed()]) {
    expect(findFirst(list, 'b001')?.day).toBe('2026-11-20')
  }
})
