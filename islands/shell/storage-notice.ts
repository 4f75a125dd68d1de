import { isStorageLasting } from '../data/storage.ts'
import { toast } from '../data/toasts.ts'

/** Session cookie that marks the notice as shown, because such browsers still keep cookies. */
const TOLD_COOKIE = 'no-storage-told'

const SENTENCE =
  'This browser stores nothing, so your theme, sound and unsent names are forgotten when you leave a page.'

/** Tells users once what their browser will forget. */
export function explainMissingStorage() {
  if (document.body.dataset.session !== 'in') return
  if (document.cookie.includes(TOLD_COOKIE) || isStorageLasting()) return
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
  document.cookie = `${TOLD_COOKIE}=1; path=/; SameSite=Lax`
  toast(SENTENCE, '', { label: 'OK', run() {} })
}
