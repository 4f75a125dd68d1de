import { groupDigits, pluralize } from '../text.ts'
import { formatLongDay, getClinicDay, getClinicMinute, type TimeZone } from '../time.ts'

const STAYING = {
  tvs: ['revoked', 'TV', 'revoked'],
  kiosks: ['revoked', 'kiosk', 'revoked'],
  links: ['renewed', 'link', 'renewed'],
  programs: ['removed', 'connected system', 'removed'],
  users: ['deactivated', 'user', 'deactivated'],
  deletedUsers: ['deleted', 'user', 'deleted'],
  roles: ['changed', 'role', 'changed'],
  passwords: ['changed', 'password', 'changed'],
  names: ['removed', 'name', 'removed'],
  phones: ['removed', 'phone number', 'removed'],
} as const
const GONE = {
  goneUsers: 'user',
  goneTvs: 'TV',
  goneKiosks: 'kiosk',
  gonePrograms: 'connected system',
} as const

/** Number of entries of each kind that a restore applied from the present data. */
export type Kept = Record<keyof typeof STAYING | keyof typeof GONE, number>

export function countKept() {
  const keys = [...Object.keys(STAYING), ...Object.keys(GONE)]
  // Safe: these are the keys of the type.
  return Object.fromEntries(keys.map(key => [key, 0])) as Kept
}

export function describeKept(kept: Kept): string[] {
  const staying = Object.entries(STAYING).flatMap(([key, [adjective, noun, state]]) => {
    const count = kept[key as keyof typeof STAYING]
    const [s, verb] = count === 1 ? ['', 'stays'] : ['s', 'stay']
    return count > 0 ? `${groupDigits(count)} ${adjective} ${noun}${s} ${verb} ${state}` : []
  })
  const gone = Object.entries(GONE).flatMap(([key, noun]) => {
    const count = kept[key as keyof typeof GONE]
    return count > 0 ? pluralize(count, noun) : []
  })
  return gone.length > 0
    ? [...staying, `Added after the backup and gone: ${gone.join(', ')}`]
    : staying
}

/** `kept` is null if the present data could not be compared. Restores of 1.1.0 omit `kept`. */
export type RestoredState = {
  kept?: string[] | null | undefined
  madeAt?: string | null | undefined
}

export function listRestoreNotes({ kept, madeAt }: RestoredState, timeZone: TimeZone): string[] {
  if (kept !== null) return kept ?? []
  const when = madeAt
    ? `on ${formatLongDay(getClinicDay(madeAt, timeZone))} at ${getClinicMinute(madeAt, timeZone)}`
    : 'when the backup was made'
  return [
    `Users, passwords, TVs, kiosks and connected systems are as they were ${when}, and so are patients' names and phone numbers`,
    'Check who may log in, change passwords that others know, revoke TVs, kiosks and connected systems that you no longer use, and remove the names that were removed after that',
  ]
}
