import { findRoom } from '#db/repositories/rooms'
import type { RecordingKey } from '#db/repositories/voice-recordings'
import * as repository from '#db/repositories/voice-recordings'
import { DomainError } from '#domain/errors'
import { isClip } from '#domain/voice/clips'
import { type App, getCurrentDays } from '../context.ts'
import { isJoinable } from '../storage/validate-mp3.ts'

/** Eight seconds at 32 kbit/s, and the encoder's silence around them. */
const MAX_BYTES = 33_000

/** Replaces a clip of the voice, or what is said of a room. Throws if it cannot be joined. */
export async function saveRecording(app: App, key: RecordingKey, mp3: Uint8Array) {
  if (mp3.length > MAX_BYTES) {
    throw new DomainError('A recording must be at most 8 seconds', { status: 413 })
  }
  if (!isJoinable(mp3)) {
    throw new DomainError('This recording is not in the format of the voice', { status: 400 })
  }
  return app.write(async tx => {
    const roomId = isClip(key.clip) ? null : Number(key.clip.replace('room-', ''))
    if (roomId !== null && !(await findRoom(tx, roomId, getCurrentDays(app)))) {
      throw new DomainError('This room no longer exists', { status: 404 })
    }
    const savedAt = app.now()
    await repository.saveRecording(tx, { ...key, mp3, savedAt })
    return { ...key, savedAt }
  })
}

export async function deleteRecording({ write }: App, key: RecordingKey) {
  await write(tx => repository.deleteRecording(tx, key))
}
