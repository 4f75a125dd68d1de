import { DatabaseUnreachableError, getErrorCode } from './errors.ts'

export function isRemote(url: string) {
  return !url.startsWith('file:') && url !== ':memory:'
}

/** Longer than the 5 s for which a server blocks writers if a machine died in a transaction. */
const TIMEOUT_MS = 15_000
const GATEWAY_STATUSES = [502, 503, 504]

export type OnReachable = (isReachable: boolean, error: string) => void

export function createRemoteFetch(onReachable: OnReachable = () => {}) {
  // Null at first, because a failing start reports the unreachable server itself.
  let isReachable: boolean | null = null

  function setReachable(next: boolean, error = '') {
    if (isReachable !== null && next !== isReachable) onReachable(next, error)
    isReachable = next
  }

  function lose(error: string): never {
    setReachable(false, error)
    throw new DatabaseUnreachableError(error)
  }

  return async (request: Request) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(request, { signal }).catch(cause => lose(getKind(cause)))
    if (GATEWAY_STATUSES.includes(response.status)) lose(`status ${response.status}`)
    setReachable(true)
    return response
  }
}

function getKind(cause: unknown) {
  return getErrorCode(cause) || (cause instanceof Error ? cause.name : typeof cause)
}
