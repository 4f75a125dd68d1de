import { DomainError } from '../errors.ts'
import { isFoldedAlike } from '../fold.ts'
import { getLengthProblem } from '../names.ts'
import { cleanName } from '../text.ts'

export const SCOPES = ['register', 'queue', 'reports', 'notify'] as const
export type Scope = (typeof SCOPES)[number]

const MAX_TOKENS = 50

/** The token itself is shown once. Times are ISO 8601 in UTC. */
export type ApiToken = {
  id: number
  name: string
  scopes: Scope[]
  /** The administrator who made the token. It is valid while this administrator is active. */
  username: string
  createdAt: string
  lastUsedAt: string | null
}

/** A token needs only one of the listed rights to open the route. */
export const V1_RIGHTS: Record<string, Scope[]> = {
  'POST /api/v1/patients': ['register'],
  'POST /api/v1/patients/:id/back': ['register'],
  'PUT /api/v1/appointments/:day': ['register'],
  'GET /api/v1/queue': ['queue'],
  'GET /api/v1/queues': ['queue'],
  'GET /api/v1/events': ['queue', 'notify'],
  'GET /api/v1/reports': ['reports'],
}

export function formatScopes(scopes: Scope[]) {
  return scopes.map(scope => `"${scope}"`).join(' or ')
}

export function findV1Rights(method: string, path: string) {
  const isMeant = ([route]: [string, Scope[]]) =>
    new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`)
  return Object.entries(V1_RIGHTS).find(isMeant)?.[1]
}

export function validateTokenName(input: string, others: ApiToken[]) {
  const name = cleanName(input)
  const problem = name === '' ? 'Please enter a name' : getLengthProblem('Name', name)
  if (problem) throw new DomainError(problem, { status: 400, field: 'name' })
  if (others.some(other => isFoldedAlike(other.name, name)))
    throw new DomainError('A connected system with this name already exists', { field: 'name' })
  if (others.length >= MAX_TOKENS)
    throw new DomainError(`There are ${MAX_TOKENS} connected systems. Remove one first.`)
  return name
}

const SESSION_PREFIX = 'token '

export function getTokenSession(id: number) {
  return SESSION_PREFIX + id
}

export function isTokenSession(session: string) {
  return session.startsWith(SESSION_PREFIX)
}
