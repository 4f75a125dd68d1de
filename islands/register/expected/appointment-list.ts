import type { ListCheck } from '../../../server/queries/appointments.ts'
import { api, getErrorMessage, unwrap } from '../../data/api.ts'
import { sendWrite } from '../../data/mutation.ts'
import { toast } from '../../data/toasts.ts'

export type { ListCheck }

const FAILED = 'The list could not be uploaded. Please try again.'

/** Sends the list as it is: the server knows the encodings. */
function put(day: string, content: string | File, query: { check?: '1' }, headers = {}) {
  const options = { headers: { ...headers, 'content-type': 'text/csv' }, init: { body: content } }
  return unwrap(api.appointments[':day'].$put({ param: { day }, query }, options))
}

export async function checkList(
  day: string,
  content: string | File,
): Promise<ListCheck | { problem: string }> {
  try {
    const check = await put(day, content, { check: '1' })
    // The answer to `check`.
    return check as ListCheck
  } catch (cause) {
    return { problem: getErrorMessage(cause, FAILED) }
  }
}

/** Resolves to what went wrong, or null. */
export async function uploadList(day: string, content: string | File) {
  try {
    const answer = await sendWrite(({ headers }) => put(day, content, {}, headers), {})
    const { expected } = answer as { expected: number }
    toast('List uploaded', `${expected} expected`)
    return null
  } catch (cause) {
    return getErrorMessage(cause, FAILED)
  }
}
