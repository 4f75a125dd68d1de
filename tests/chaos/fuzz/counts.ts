import type { Outcome } from './http-connection.ts'
import type { FuzzRequest } from './requests/request.ts'
import { ROLES, type Role } from './roles.ts'

/** The least share of 2xx, so that a run proves something, and the most of refusals by a limit. */
const MIN_OK: Record<Role, number> = { nobody: 0.1, tv: 0.3, user: 0.3, admin: 0.3 }
const MAX_LIMITED = 0.1

/** Responses by role and kind, and which routes ever succeeded. */
export function createCounts() {
  const counts = new Map<string, number>()
  const succeeded = new Set<string>()
  let slowest = { ms: 0, route: '' }
  const get = (role: Role, kind: string) => counts.get(`${role} ${kind}`) ?? 0
  const total = (role: Role) => get(role, 'all')
  const share = (role: Role, kind: string) => get(role, kind) / Math.max(1, total(role))

  return {
    total,
    share,
    slowest: () => slowest,
    count({ role, route, expected }: FuzzRequest, outcome: Outcome, ms: number) {
      const status = typeof outcome === 'string' ? 0 : outcome.status
      const kind = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
      for (const name of ['all', kind, String(status)]) {
        counts.set(`${role} ${name}`, get(role, name) + 1)
      }
      if (expected === 'answer' && ms > slowest.ms) slowest = { ms, route }
      if (status >= 200 && status < 400) succeeded.add(route)
    },
    findFaults(routes: string[]) {
      const tooFew = ROLES.filter(role => share(role, '2xx') < MIN_OK[role])
      const limited = ROLES.filter(role => share(role, '429') > MAX_LIMITED)
      return [
        ...tooFew.map(role => `${role} got only ${(share(role, '2xx') * 100).toFixed(1)} % 2xx`),
        ...limited.map(role => `${role} was refused by limits too often`),
        ...routes.filter(route => !succeeded.has(route)).map(route => `${route} never succeeded`),
      ]
    },
  }
}

export type Counts = ReturnType<typeof createCounts>
