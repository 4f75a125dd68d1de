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

/** The sentence, status and field of the DomainError; other errors are rethrown. */
export function getDomainError(action: () => unknown) {
  try {
    action()
  } catch (error) {
    if (error instanceof DomainError)
      return { sentence: error.message, status: error.status, field: error.field }
    throw error
  }
  throw new Error('nothing was refused')
}
