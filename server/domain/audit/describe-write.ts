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
const toRecord = (value: unknown) => (value ?? {}) as Record<string, unknown>
const patient = ({ response }: Write) => numberOf(response)

const named =
  (action: AuditAction): Describe =>
  ({ params, body, response }) => ({
    action,
    subject: text(response.name ?? toRecord(response.device).name ?? body.name ?? params.name),
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
  'DELETE /api/tokens/:id': named('program removed'),
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
  'POST /api/windows/:id/call-next': ({ body, response }) => {
    const [next, finished] = [toRecord(response.patient), toRecord(response.finished)]
    const room = next.windowName ?? finished.lastWindowName
    return {
      action: 'next patient called',
      subject: numberOf(next),
      detail: join(room, body.finish),
    }
  },
  'POST /api/windows': named('room added'),
  'PUT /api/windows/:id': named('room renamed'),
  'PUT /api/windows/:id/voice': write => ({
    ...named('room spoken differently')(write),
    detail: text(write.body.spokenAs),
  }),
  'PATCH /api/windows/:id/status': write => ({
    ...named('room switched')(write),
    detail: write.response.isActive ? 'active' : 'inactive',
  }),
  'DELETE /api/windows/:id': named('room deleted'),
  'PUT /api/settings': () => ({ action: 'settings changed' }),
  'POST /api/media': named('media added'),
  'POST /api/media/upload': named('media added'),
  'DELETE /api/media/:id': named('media deleted'),
  'POST /api/users': ({ response }) => ({
    action: 'user added',
    subject: text(response.username),
    detail: text(response.role),
  }),
  'PATCH /api/users/:id/status': ({ response }) => ({
    action: 'user switched',
    subject: text(response.username),
    detail: response.isActive ? 'active' : 'inactive',
  }),
  'DELETE /api/users/:id': named('user deleted'),
  'POST /api/tv-devices': named('TV added'),
  'POST /api/tv-devices/pair': named('TV added'),
  'PUT /api/tv-devices/:id': named('TV renamed'),
  'PATCH /api/tv-devices/:id': write => ({
    ...named('TV changed')(write),
    detail: Object.entries(write.body)
      .map(([key, value]) => `${key}: ${text(value)}`)
      .join(', '),
  }),
  'POST /api/tv-devices/:id/rotate': named('TV link renewed'),
  'POST /api/tv-devices/:id/:command{identify|chime|reload}': write => ({
    ...named('TV command')(write),
    detail: text(write.params.command),
  }),
  'DELETE /api/tv-devices/:id': named('TV revoked'),
  'PUT /api/voice/recordings/:language/:clip': ({ params }) => ({
    action: 'recording saved',
    subject: `${text(params.language)}/${text(params.clip)}`,
  }),
  'DELETE /api/voice/recordings/:language/:clip': ({ params }) => ({
    action: 'recording deleted',
    subject: `${text(params.language)}/${text(params.clip)}`,
  }),
  'POST /api/backups': () => ({ action: 'backup started' }),
  'POST /api/backups/:name/restore': named('restore started'),
  'DELETE /api/backups/:name': named('backup deleted'),
}

/** `route` is the method and the pattern. Throws for a route without an entry. */
export function describeWrite(route: string, write: Write): AuditedChange {
  const describe = WRITES[route]
  if (!describe) throw new Error(`the audit does not know ${route}`)
  return describe(write)
}
