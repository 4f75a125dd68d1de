import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import { type StatusChange, transition } from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import { getDomainError } from '../../support/domain-errors.ts'
import { aPatient, aRoom, inRoom, NOW } from '../../support/samples.ts'

const ROOM_1 = aRoom({ id: 2, name: 'Room 1' })
const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const DISPENSARY = aRoom({ id: 1, name: 'DISPENSARY', isPermanent: true })
const IN_ROOM_1 = aPatient({ status: 'called', calledAt: NOW, ...inRoom(ROOM_1) })

function move(patient: Patient, status: StatusChange['status'], room: Room | null = null) {
  return transition(patient, { status, requeueReason: '  MGTT ' }, room, NOW).patient
}

function requeue(requeueReason: string | null | undefined) {
  return transition(IN_ROOM_1, { status: 'requeue', requeueReason }, null, NOW).patient
}

test('the journey lists every step with the room, the previous room and the reason', () => {
  let patient = move(aPatient(), 'called', ROOM_1)
  patient = move(patient, 'called', ROOM_2)
  patient = move(patient, 'in-progress')
  patient = move(patient, 'requeue')
  expect(patient.requeueReason).toBe('MGTT')
  patient = move(patient, 'called', ROOM_1)
  patient = move(patient, 'dispensary')
  expect(patient.requeueReason).toBeNull()
  patient = move(patient, 'called', DISPENSARY)
  patient = move(patient, 'completed')
  const entry = { timestamp: NOW, roomName: null, requeueReason: null, fromRoom: null }
  expect(patient.journey).toEqual([
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
    expect(requeue(' back from the bank ').requeueReason).toBe('back from the bank')
  })

  test('can have 100 characters', () => {
    const reason = 'x'.repeat(100)
    expect(requeue(reason).requeueReason).toBe(reason)
  })

  test('is not truncated: 101 characters are rejected', () => {
    const action = () => requeue('x'.repeat(101))
    const sentence = 'Requeue reason must be at most 100 characters'
    expect(getDomainError(action)).toEqual({ sentence, status: 400, field: 'requeueReason' })
  })

  test.each(['', null, '   ', undefined])('is required: %p is rejected', requeueReason => {
    const action = () => requeue(requeueReason)
    const sentence = 'Requeue reason is required'
    expect(getDomainError(action)).toEqual({ sentence, status: 400, field: 'requeueReason' })
  })
})
