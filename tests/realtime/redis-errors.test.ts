import { expect, test } from 'bun:test'
import { ClientOfflineError, ErrorReply, SocketTimeoutError } from '@redis/client'
import { getErrorKind } from '../../server/cluster/redis-relay.ts'

test("Redis's own kind of error is logged, and nothing of its message", () => {
  const refused = Object.assign(new Error('connect 10.0.0.9:6379'), { code: 'ECONNREFUSED' })
  const causes = [
    refused,
    new AggregateError([refused], 'all addresses failed'),
    new ErrorReply('WRONGPASS invalid username-password pair'),
    new SocketTimeoutError(5_000),
    new ClientOfflineError(),
    new TypeError('x'),
    'text',
  ]
  expect(causes.map(getErrorKind)).toEqual([
    'ECONNREFUSED',
    'ECONNREFUSED',
    'WRONGPASS',
    'SocketTimeoutError',
    'ClientOfflineError',
    'TypeError',
    'string',
  ])
})
