import { describe, expect, test } from 'bun:test'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { call, complete, dispense, requeue, start, transition } from '#domain/queue/transitions'
import { getDomainError } from '../../support/domain-errors.ts'
import { aPatient, aRoom, inRoom, NOW } from '../../support/samples.ts'

const ROOM_1 = aRoom({ id: 2, name: 'Room 1' })
const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const DISPENSARY = aRoom({ id: 1, name: 'DISPENSARY', isPermanent: true })
const IN_ROOM_1 = aPatient({ status: 'called', calledAt: NOW, ...inRoom(ROOM_1) })

test('the journey lists every step with the room, the previous room and the reason', () => {
  let patient = call(aPatient(), ROOM_1, NOW).patient
  patient = call(patient, ROOM_2, NOW).patient
  patient = start(patient, NOW).patient
  patient = requeue(patient, '  MGTT ', NOW).patient
  expect(patient.requeueReason).toBe('MGTT')
  patient = call(patient, ROOM_1, NOW).patient
  patient = dispense(patient, NOW).patient
  expect(patient.requeueReason).toBeNull()
  patient = call(patient, DISPENSARY, NOW).patient
  patient = complete(patient, NOW).patient
  const entry = { timestamp: NOW, roomName: null, requeueReason: null, fromRoom: null }
  expect(patient.trackingHistory).toEqual([
    { ...entry, action: 'called', roomName: 'Room 1' },
    { ...entry, action: 'called', roomName: 'Room 2', fromRoom: 'Room 1' },
    { ...entry, action: 'in progress', roomName: 'Room 2' },
    { ...entry, action: 'requeue', fromRoom: 'Room 2', requeueReason: 'MGTT' },
    { ...entry, action: 'called', roomName: 'Room 1' },
    { ...entry, action: 'dispensary', fromRoom: 'Room 1' },
    { ...entry, action: 'called', roomName: 'DISPENSARY' },
    { ...entry, action: 'completed', fromRoom: 'DISPENSARY' },
  ])
})

describe('the requeue reason', () => {
  test('is one of the list or free text', () => {
    expect(REQUEUE_REASONS).toEqual([
      'Nebuliser',
      'Waiting for the Test result',
      'MGTT',
      'Dressing',
      'XRAY',
      'Drip',
      'Others',
    ])
    const patient = requeue(IN_ROOM_1, ' back from the bank ', NOW).patient
    expect(patient.requeueReason).toBe('back from the bank')
  })

  test('can have 100 characters', () => {
    const reason = 'x'.repeat(100)
    expect(requeue(IN_ROOM_1, reason, NOW).patient.requeueReason).toBe(reason)
  })

  test('is not truncated: 101 characters are rejected', () => {
    const action = () => requeue(IN_ROOM_1, 'x'.repeat(101), NOW)
    const sentence = 'Requeue reason must be at most 100 characters'
    expect(getDomainError(action)).toEqual({ sentence, status: 400, field: 'requeueReason' })
  })

  test.each(['', null, '   ', undefined])('is required: %p is rejected', requeueReason => {
    const action = () => transition(IN_ROOM_1, { status: 'requeue', requeueReason }, null, NOW)
    const sentence = 'Requeue reason is required'
    expect(getDomainError(action)).toEqual({ sentence, status: 400, field: 'requeueReason' })
  })
})
