export const MAX_READ_HEAD_BYTES = 64 * 1024
const MAX_HEAD_BYTES = 32 * 1024
/** `: ` and the end of the line. */
const BYTES_BETWEEN = 4

/** Cookies ignore ports, so browsers also send the cookies of other programs on this host. */
const TOO_MANY_COOKIES =
  'The browser sent too many cookies. Most are of other programs on this computer. Delete the cookies of this address in the browser, and sign in again.'
const TOO_LARGE = 'The address or the headers of this request are too large.'

export function refuseLargeHead({ headers, url }: Request): Response | null {
  const bytes = [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + BYTES_BETWEEN,
    url.length,
  )
  if (bytes <= MAX_HEAD_BYTES) return null
  const cookieBytes = headers.get('cookie')?.length ?? 0
  const error = cookieBytes > bytes / 2 ? TOO_MANY_COOKIES : TOO_LARGE
  const isPage = headers.get('accept')?.includes('text/html')
  return isPage ? new Response(error, { status: 431 }) : Response.json({ error }, { status: 431 })
}
