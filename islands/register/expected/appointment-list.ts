import { guessEncoding, WESTERN } from '#domain/tables/decode-table'
import type { ListCheck } from '../../../server/queries/appointments.ts'
import { api, getErrorMessage, unwrap } from '../../data/api.ts'
import { sendWrite } from '../../data/mutation.ts'
import { toast } from '../../data/toasts.ts'
import type { Options } from '../../ui/fields/Select.tsx'

export type { ListCheck }
/** `charset`: the encoding of a file, or undefined if the server detects it. */
export type ListContent = { body: string | File; charset?: string | undefined }

const FAILED = 'The list could not be uploaded. Please try again.'

/** Encodings of files that are not Unicode. */
export const CHARSETS: Options = [
  [WESTERN, 'Western (Windows-1252)'],
  ['gb18030', 'Chinese, simplified (GB18030)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
]

/** Returns true if a file's bytes do not reveal its encoding. */
export async function needsCharset(file: File) {
  // Unreadable files are reported when they are sent.
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
    // Safe: the server answers a `check` with a ListCheck.
    return check as ListCheck
  } catch (cause) {
    return { problem: getErrorMessage(cause, FAILED) }
  }
}

/** Resolves to the problem, or to null after a success. */
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
