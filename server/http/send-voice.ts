import type { Context } from 'hono'
import { sendFile } from './send-file.ts'

/** Kept by the browser, but asked for again: a clinic may record a clip anew. */
export function sendVoice(c: Context, mp3: Uint8Array<ArrayBuffer>) {
  return sendFile(c, {
    size: mp3.length,
    etag: `"${Bun.hash(mp3).toString(36)}"`,
    headers: {
      'content-type': 'audio/mpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    },
    read: ({ from, to }) => mp3.slice(from, to + 1),
  })
}
