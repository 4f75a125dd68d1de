import { formatNumber } from '../patients/patient.ts'
import type { AuditAction, AuditedChange } from './audit.ts'

/** A write that succeeded, as the routes know it. Unknown fields are undefined. */
type Write = {
  params: Record<string, string>
  body: Record<string, unknown>
  response: Record<string, unknown>
}

type Describe = (write: Write) => AuditedChange

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const join = (...parts: unknown[]) => parts.filter(Boolean).map(text).join(', ')

const numberOf = ({ number }: Record<string, unknown>) =>
  typeof number === 'number' ? `#${formatNumber(number)}` : ''
const patient = ({ params, response }: Write) => numberOf(response) || `patient ${text(params.id)}`

const named =
  (action: AuditAction, what: string): Describe =>
  ({ params, body, response }) => ({
    action,
    subject: text(response.name ?? body.name ?? params.name) || `${what} ${text(params.id)}`,
  })

const registered: Describe = write => ({
  action: 'patient registered',
  subject: patient(write),
  detail: join(write.response.isPriority && 'priority', write.response.isDiscreet && 'discreet'),
})

/** Each write route behind a session; a route without an entry fails its first request. */
const WRITES: Record<string, Describe> = {
  'POST /api/auth/change-password': () => ({ action: 'own password changed' }),
  'POST /api/patients': registered,
  'POST /api/v1/patients': registered,
  'POST /api/tokens': ({ body, response }) => ({
    action: 'program added',
    subject: text(body.name),
    detail: join(`token ${text(response.id)}`, ...[body.scopes].flat()),
  }),
  'DELETE /api/tokens/:id': ({ params }) => ({
    action: 'program removed',
    subject: `token ${text(params.id)}`,
  }),
  'PATCH /api/patients/:id/status': write => ({
    action: 'patient step',
    subject: patient(write),
    detail: join(write.body.status, write.response.windowName),
  }),
  'POST /api/patients/:id/undo': write => ({ action: 'step undone', subject: patient(write) }),
  'POST /api/patients/:id/forget': write => ({ action: 'name removed', subject: patient(write) }),
  'DELETE /api/patients/:id': write => ({ action: 'patient deleted', subject: patient(write) }),
  'POST /api/patients/reset-queue': ({ response }) => ({
    action: 'queue reset',
    detail: `${text(response.deletedCount)} patients`,
  }),
  'POST /api/patients/reset-queue/undo': ({ response }) => ({
    action: 'reset undone',
    detail: `${text(response.restoredCount)} patients`,
  }),
  'POST /api/windows/:id/call-next': ({ params, body, response }) => ({
    action: 'next patient called',
    subject: numberOf((response.patient ?? {}) as Record<string, unknown>),
    detail: join(`room ${text(params.id)}`, body.finish),
  }),
  'POST /api/windows': named('room added', 'room'),
  'PUT /api/windows/:id': named('room renamed', 'room'),
  'PUT /api/windows/:id/voice': write => ({
    action: 'room spoken differently',
    subject: `room ${text(write.params.id)}`,
    detail: text(write.body.spokenAs),
  }),
  'PATCH /api/windows/:id/status': write => ({
    ...named('room switched', 'room')(write),
    detail: write.response.isActive ? 'active' : 'inactive',
  }),
  'DELETE /api/windows/:id': named('room deleted', 'room'),
  'PUT /api/settings': () => ({ action: 'settings changed' }),
  'POST /api/media': named('media added', 'media'),
  'POST /api/media/upload': named('media added', 'media'),
  'DELETE /api/media/:id': named('media deleted', 'media'),
  'POST /api/users': ({ response }) => ({
    action: 'user added',
    subject: text(response.username),
    detail: text(response.role),
  }),
  'PATCH /api/users/:id/status': ({ params, response }) => ({
    action: 'user switched',
    subject: text(response.username) || `user ${text(params.id)}`,
    detail: response.isActive ? 'active' : 'inactive',
  }),
  'DELETE /api/users/:id': named('user deleted', 'user'),
  'POST /api/tv-devices': named('TV added', 'TV'),
  'POST /api/tv-devices/pair': named('TV added', 'TV'),
  'PUT /api/tv-devices/:id': named('TV renamed', 'TV'),
  'PATCH /api/tv-devices/:id': write => ({
    ...named('TV changed', 'TV')(write),
    detail: Object.entries(write.body)
      .map(([key, value]) => `${key}: ${text(value)}`)
      .join(', '),
  }),
  'POST /api/tv-devices/:id/rotate': named('TV link renewed', 'TV'),
  'POST /api/tv-devices/:id/:command{identify|chime|reload}': ({ params }) => ({
    action: 'TV command',
    subject: `TV ${text(params.id)}`,
    detail: text(params.command),
  }),
  'DELETE /api/tv-devices/:id': named('TV revoked', 'TV'),
  'PUT /api/voice/recordings/:language/:clip': ({ params }) => ({
    action: 'recording saved',
    subject: `${text(params.language)}/${text(params.clip)}`,
  }),
  'DELETE /api/voice/recordings/:language/:clip': ({ params }) => ({
    action: 'recording deleted',
    subject: `${text(params.language)}/${text(params.clip)}`,
  }),
  'POST /api/backups': () => ({ action: 'backup started' }),
  'POST /api/backups/:name/restore': named('restore started', 'backup'),
  'DELETE /api/backups/:name': named('backup deleted', 'backup'),
}

/** `route` is the method and the pattern. Throws for a route without an entry. */
export function describeWrite(route: string, write: Write): AuditedChange {
  const describe = WRITES[route]
  if (!describe) throw new Error(`the audit does not know ${route}`)
  return describe(write)
}
