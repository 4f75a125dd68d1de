import { setImmediate } from 'node:timers/promises'
import { findImageAfter, replaceFile } from '#db/repositories/media'
import { findMark, saveMark } from '#db/repositories/settings'
import type { App } from '../context.ts'
import { stripImage } from './new-media.ts'

/** The id of the newest picture that was read. */
const MARK = 'media-stripped-until'
/** The start waits for the first of them. */
const MAX_AT_ONCE = 50

/** Version 1.0.0 stored pictures with what phones write into them, such as a place. */
export async function stripStoredMedia(app: App) {
  let id = Number(await app.read(db => findMark(db, MARK)))
  for (let count = 0; count < MAX_AT_ONCE; count++) {
    const image = await app.read(db => findImageAfter(db, id))
    if (!image) return
    const replacement = await createReplacement(app, image)
    id = image.id
    await app.write(async tx => {
      if (replacement) await replaceFile(tx, image.filename, replacement)
      await saveMark(tx, MARK, `${id}`)
    })
    // Requests are answered between two pictures.
    await setImmediate()
  }
}

type Stored = { filename: string; mime: string | null; bytes: number | null }

/** Null for a picture that stays. */
async function createReplacement({ mediaStorage }: App, { filename, mime, bytes }: Stored) {
  if (mime === null || bytes === null) return null
  // A part may be missing in a damaged database.
  const stored = await mediaStorage.read(filename, { from: 0, to: bytes - 1 }).catch(() => null)
  const content = stored && (await stripImage(stored, mime))
  if (!content || Buffer.from(content).equals(stored)) return null
  return { filename: await mediaStorage.save(content, mime), bytes: content.byteLength }
}
