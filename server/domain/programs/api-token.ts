import { DomainError } from '../errors.ts'

export const SCOPES = ['register', 'queue', 'reports'] as const
export type Scope = (typeof SCOPES)[number]

export const MAX_TOKENS = 50
const MAX_NAME_LENGTH = 40

/** The token itself is shown once. Times are ISO 8601 in UTC. */
export type ApiToken = {
  id: number
  name: string
  scopes: Scope[]
  /** Who made it; it is valid while this administrator is active. */
  username: string
  createdAt: string
  lastUsedAt: string | null
}

export const V1_RIGHTS: Record<string, Scope> = {
  'POST /api/v1/patients': 'register',
  'GET /api/v1/queue': 'queue',
  'GET /api/v1/events': 'queue',
  'GET /api/v1/reports': 'reports',
}

export function validateTokenName(input: string, others: ApiToken[]) {
  const name = input.trim().replace(/\s+/g, ' ')
  const fail = (sentence: string) => new DomainError(sentence, { status: 400, field: 'name' })
  if (name === '') throw fail('Please enter a name')
  if (name.length > MAX_NAME_LENGTH)
    throw fail(`Name must be at most ${MAX_NAME_LENGTH} characters`)
  if (others.some(other => other.name.toLowerCase() === name.toLowerCase()))
    throw new DomainError('There is a program of this name', { field: 'name' })
  if (others.length >= MAX_TOKENS)
    throw new DomainError(`There are ${MAX_TOKENS} programs. Remove one first.`)
  return name
}

/** The name of its live connections, as sessions have one. */
export function getTokenSession(id: number) {
  return `token ${id}`
}
