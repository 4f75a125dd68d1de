import { DomainError } from '#domain/errors'

/** The sentence with which something was refused; anything else that was thrown goes on. */
export async function refusalIn(doing: Promise<unknown>) {
  const cause = await doing.then(
    () => new Error('nothing was refused'),
    cause => cause,
  )
  if (cause instanceof DomainError) return cause.message
  throw cause
}
