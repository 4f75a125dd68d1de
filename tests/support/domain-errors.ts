import { DomainError } from '#domain/errors'

/** The message of the DomainError; other errors are rethrown. */
export async function getRejectionMessage(promise: Promise<unknown>) {
  const cause = await promise.then(
    () => new Error('nothing was refused'),
    cause => cause,
  )
  if (cause instanceof DomainError) return cause.message
  throw cause
}
