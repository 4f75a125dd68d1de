import { expect, test } from 'bun:test'
import { DomainError } from '#domain/errors'

test('a refusal says its sentence, and that a rule said no', () => {
  const no = new DomainError('This room is not active')
  expect(no).toBeInstanceOf(Error)
  expect(no.message).toBe('This room is not active')
  expect(no.status).toBe(409)
  expect(no.field).toBeUndefined()
  expect(no.retryAfterSeconds).toBeUndefined()
})

test('a refusal may name the input that is meant and how long to wait', () => {
  const no = new DomainError('Slowly', { status: 429, field: 'password', retryAfterSeconds: 4 })
  expect([no.status, no.field, no.retryAfterSeconds]).toEqual([429, 'password', 4])
})
