import { and, eq } from 'drizzle-orm'
import type { VoiceLanguage } from '#domain/voice/languages'
import type { Query } from '../connection/query.ts'
import { voiceRecordings } from '../schema/index.ts'

export type RecordingKey = { language: VoiceLanguage; clip: string }

export function listRecordings(db: Query) {
  const { language, clip, savedAt } = voiceRecordings
  return db.select({ language, clip, savedAt }).from(voiceRecordings)
}

export async function readRecording(db: Query, key: RecordingKey) {
  return (await db.query.voiceRecordings.findFirst({ where: isKey(key) }))?.mp3 ?? null
}

export async function saveRecording(
  tx: Query,
  recording: RecordingKey & { mp3: Uint8Array; savedAt: string },
) {
  const values = { ...recording, mp3: Buffer.from(recording.mp3) }
  const target = [voiceRecordings.language, voiceRecordings.clip]
  await tx.insert(voiceRecordings).values(values).onConflictDoUpdate({ target, set: values })
}

export function deleteRecording(tx: Query, key: RecordingKey) {
  return tx.delete(voiceRecordings).where(isKey(key))
}

export function deleteRecordings(tx: Query, clip: string) {
  return tx.delete(voiceRecordings).where(eq(voiceRecordings.clip, clip))
}

function isKey({ language, clip }: RecordingKey) {
  return and(eq(voiceRecordings.language, language), eq(voiceRecordings.clip, clip))
}
