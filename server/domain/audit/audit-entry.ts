import type { Patient } from '../patients/patient.ts'
import { cutText } from '../text.ts'
import type { SignedInUser } from '../users/user.ts'

export const AUDIT_ACTIONS = [
  'appointments uploaded',
  'audit exported',
  'audit read',
  'backup deleted',
  'backup downloaded',
  'backup started',
  'data restored',
  'date confirmed',
  'media added',
  'media deleted',
  'name removed',
  'next patient called',
  'own password changed',
  'password change refused',
  'password reset',
  'patient changed',
  'patient deleted',
  'patient moved',
  'patient registered',
  'patient step',
  'program added',
  'program removed',
  'queue added',
  'queue changed',
  'queue deleted',
  'queue reset',
  'recording deleted',
  'recording saved',
  'reset undone',
  'restore refused',
  'restore started',
  'room added',
  'room deleted',
  'room renamed',
  'room spoken differently',
  'room switched',
  'settings changed',
  'sign-in refused',
  'signed in',
  'signed in by QR code',
  'signed out',
  'step undone',
  'TV added',
  'TV changed',
  'TV command',
  'TV link renewed',
  'TV renamed',
  'TV revoked',
  'user added',
  'user deleted',
  'user switched',
  'visits exported',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export type AuditEntry = {
  id: number
  at: string
  userId: number | null
  username: string | null
  address: string | null
  action: string
  /** The changed room, patient's number or similar; never a patient's name. */
  subject: string | null
  detail: string | null
}
export type NewAuditEntry = Omit<AuditEntry, 'id'>

export type Actor = { user: Pick<SignedInUser, 'id' | 'username'> | null; address: string | null }

/** The actor if no user acts, such as in a cleanup. */
export const NOBODY: Actor = { user: null, address: null }
export const COMMAND_LINE = NOBODY

export type AuditedChange = { action: AuditAction } & Partial<
  Pick<NewAuditEntry, 'subject' | 'detail'>
>

/** Formats a patient for the audit, which has numbers instead of names. */
export function toSubject({ label }: Pick<Patient, 'label'>) {
  return `#${label}`
}

export function toDetail(...parts: (string | false | null | undefined)[]) {
  return parts.filter(Boolean).join(', ')
}

export function describeRegistration(patient: Patient, kiosk?: string): AuditedChange {
  const { isPriority, isDiscreet, queue } = patient
  const detail = toDetail(
    queue?.name,
    isPriority && 'priority',
    isDiscreet && 'discreet',
    kiosk && `kiosk ${kiosk}`,
  )
  return { action: 'patient registered', subject: toSubject(patient), detail }
}

const DETAIL_MAX = 500

export function toAuditEntry(
  { user, address }: Actor,
  change: AuditedChange,
  at: string,
): NewAuditEntry {
  return {
    at,
    userId: user?.id ?? null,
    username: user?.username ?? null,
    address,
    action: change.action,
    subject: change.subject ?? null,
    detail: typeof change.detail === 'string' ? cutText(change.detail, DETAIL_MAX) : null,
  }
}
