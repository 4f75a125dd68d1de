import { guessEncoding, WESTERN } from '#domain/tables/decode-table'
import type { ListCheck } from '../../../server/queries/appointments.ts'
import { api, getErrorMessage, unwrap } from '../../data/api.ts'
import { sendWrite } from '../../data/mutation.ts'
import { toast } from '../../data/toasts.ts'
import type { Options } from '../../ui/fields/Select.tsx'

export type { ListCheck }
/** `charset` is the encoding of a file, or undefined if the server finds it. */
export type ListContent = { body: string | File; charset?: string | undefined }

const FAILED = 'The list could not be uploaded. Please try again.'

/** The encodings that a file may have if it is not Unicode. */
export const CHARSETS: Options = [
  [WESTERN, 'Western (Windows-1252)'],
  ['gb18030', 'Chinese, simplified (GB18030)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
]

/** True if the bytes of a file do not say what its letters are. */
export async function needsCharset(file: File) {
  // A file that cannot be read is reported when it is sent.
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer())
  return guessEncoding(new Uint8Array(bytes)) === WESTERN
}

/** Sends the list as it is, because the server decodes it. */
function put(
  day: string,
  { body, charset }: ListContent,
  query: { check?: '1' },
  headers: Record<string, string> = {},
) {
  const type = charset ? `text/csv; charset=${charset}` : 'text/csv'
  const options = { headers: { ...headers, 'content-type': type }, init: { body } }
  return unwrap(api.appointments[':day'].$put({ param: { day }, query }, options))
}

export async function checkList(
  day: string,
  content: ListContent,
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
export async function uploadList(day: string, content: ListContent) {
  try {
    const answer = await sendWrite(({ headers }) => put(day, content, {}, headers), {})
    const { expected } = answer as { expected: number }
    toast('List uploaded', `${expected} expected`)
    return null
  } catch (cause) {
    return getErrorMessage(cause, FAILED)
  }
}
