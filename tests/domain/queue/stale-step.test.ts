import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import { assertNotStale, toSeen } from '#domain/queue/stale-step'
import { MAX_HOLD_PRESETS, parseHoldPresets } from '../../../server/domain/queue/requeue-reason.ts'
import { getDomainError } from '../../support/domain-errors.ts'
import { aPatient, aRoom, inRoom, NOW } from '../../support/samples.ts'

const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const IN_ROOM_1 = { status: 'called', ...inRoom(aRoom()) } as const

describe('a stale request', () => {
  const entry = { timestamp: NOW, roomName: null, requeueReason: null, fromRoom: null }
  const journey = (['registered', 'called'] as const).map(action => ({ ...entry, action }))
  const treated = { status: 'in-progress', ...inRoom(ROOM_2) } as const
  const ready = { readyForDispensary: true }

  test.each<[string, Partial<Patient>]>([
    ['called to Room 1', IN_ROOM_1],
    ['in progress in Room 2', treated],
    ['completed', { status: 'completed' }],
    ['closed as no-show', { status: 'no-show' }],
    ['back in the queue', { status: 'requeue', requeueReason: 'XRAY' }],
    ['waiting for the dispensary', { status: 'requeue', requeueReason: 'XRAY', ...ready }],
    ['waiting for the dispensary', { status: 'waiting', ...ready }],
  ])('is rejected: the patient is %s', (state, overrides) => {
    const patient = aPatient({ ...overrides, journey })
    const action = () => assertNotStale(patient, { seenSteps: 1 })
    const sentence = `Another desk already changed this patient: ${state}`
    expect(getDomainError(action)).toEqual({ sentence, status: 409, field: undefined })
  })

  test('says to which queue the patient was moved', () => {
    const moved = { ...entry, action: 'moved', queueName: 'Blood test' } as const
    const patient = aPatient({ journey: [...journey, moved] })
    const { sentence } = getDomainError(() => assertNotStale(patient, { seenSteps: 1 }))
    expect(sentence).toBe('Another desk already changed this patient: moved to Blood test')
  })

  test('is one that saw another patient with this id, who has as many steps: of older data', () => {
    const patient = aPatient({ ...IN_ROOM_1, journey })
    const seen = toSeen(patient)
    expect(() => assertNotStale(patient, seen)).not.toThrow()
    const other = { ...seen, seenRegisteredAt: '2026-11-20T01:59:59.000Z' }
    expect(() => assertNotStale(patient, other)).toThrow('called to Room 1')
  })

  test.each([2, undefined])('is only one that missed a step: %p is accepted', seenSteps => {
    const patient = aPatient({ ...IN_ROOM_1, journey })
    expect(() => assertNotStale(patient, { seenSteps })).not.toThrow()
  })
})

test.each([
  ['', []],
  ['Eye drops 2 30', [{ reason: 'Eye drops 2', minutes: 30 }]],
  ['超声波 720', [{ reason: '超声波', minutes: 720 }]],
])('%p is %p', (text, presets) => {
  expect(parseHoldPresets(text)).toEqual(presets)
})

test.each([
  ...['MGTT', ' 120', 'MGTT 0', 'MGTT 721', 'MGTT 1.5', 'MG\u0003TT 120', '\u202eMGTT 120'],
  ...[`${'x'.repeat(101)} 5`, `Drip${'\u0301'.repeat(400)} 5`],
  Array.from({ length: MAX_HOLD_PRESETS + 1 }, () => 'A 5').join('\n'),
])('%p is not valid', text => {
  expect(parseHoldPresets(text)).toBeNull()
})
