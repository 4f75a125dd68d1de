import { expect, test } from 'bun:test'
import { DomainError } from '#domain/errors'

test('a domain error has its message, and status 409 by default', () => {
  const error = new DomainError('This room is not active')
  expect(error).toBeInstanceOf(Error)
  expect(error.message).toBe('This room is not active')
  expect(error.status).toBe(409)
  expect(error.field).toBeUndefined()
  expect(error.retryAfterSeconds).toBeUndefined()
})

test('a domain error can name the invalid field and the seconds to wait', () => {
  const error = new DomainError('Too many attempts', {
    status: 429,
    field: 'password',
    retryAfterSeconds: 4,
  })
  expect([error.status, error.field, error.retryAfterSeconds]).toEqual([429, 'password', 4])
})
