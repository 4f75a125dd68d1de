import { updateLastSeen } from '#db/repositories/tv-devices'
import type { App } from '../context.ts'

/** A TV asked for its calls: it is seen, and at times that is saved. */
export async function touchLastSeen({ lastSeen, write, log, now }: App, { id }: { id: number }) {
  const at = now()
  if (!lastSeen.note(id, at)) return
  try {
    await write(tx => updateLastSeen(tx, id, at))
  } catch {
    // A full disk, say: whoever waits for his call must see it nevertheless.
    log('warn', 'a TV was seen and it could not be saved')
  }
}
