import { findRoom } from '#db/repositories/rooms'
import type { RecordingKey } from '#db/repositories/voice-recordings'
import * as repository from '#db/repositories/voice-recordings'
import { DomainError } from '#domain/errors'
import { isClip } from '#domain/voice/clips'
import { isJoinable } from '../storage/validate-mp3.ts'
import type { Tx } from '../write.ts'

/** Eight seconds at 32 kbit/s, and the encoder's silence around them. */
const MAX_BYTES = 33_000

/** Throws if the MP3 cannot be joined with other clips. */
export async function saveRecording(
  { db, now: savedAt, days }: Tx,
  key: RecordingKey,
  mp3: Uint8Array,
) {
  if (mp3.length > MAX_BYTES) {
    throw new DomainError('Recordings can be up to 8 seconds long', { status: 413 })
  }
  if (!isJoinable(mp3)) {
    throw new DomainError('This recording is not in the format of the voice', { status: 400 })
  }
  const roomId = isClip(key.clip) ? null : Number(key.clip.replace('room-', ''))
  if (roomId !== null && !(await findRoom(db, roomId, days))) {
    throw new DomainError('This room no longer exists', { status: 404 })
  }
  await repository.saveRecording(db, { ...key, mp3, savedAt })
  return { ...key, savedAt }
}

export async function deleteRecording({ db }: Tx, key: RecordingKey) {
  await repository.deleteRecording(db, key)
}
