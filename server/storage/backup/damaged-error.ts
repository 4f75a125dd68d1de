import { DomainError } from '#domain/errors'

export const NOT_A_BACKUP = 'it is not a backup of this program'

export function damagedError(reason: string) {
  return new DomainError(`This backup cannot be used: ${reason}`, { status: 409 })
}
