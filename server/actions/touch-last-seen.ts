import { saveLastSeen } from '#db/repositories/tv-devices'
import type { Clinic } from '../context.ts'

/** A TV asked for its calls: it is seen, and at times that is saved. */
export async function noteSeen({ tvSightings, write, log, now }: Clinic, { id }: { id: number }) {
  const at = now()
  if (!tvSightings.note(id, at)) return
  try {
    await write(tx => saveLastSeen(tx, id, at))
  } catch {
    // A full disk, say: whoever waits for his call must see it nevertheless.
    log('warn', 'a TV was seen and it could not be saved')
  }
}
