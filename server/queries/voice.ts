import { findCall } from '#db/repositories/calls'
import { listRecordings, readRecording } from '#db/repositories/voice-recordings'
import type { TvScope } from '#domain/display/tv-options'
import type { Call } from '#domain/events'
import { findSpokenPlace } from '#domain/rooms/spoken-place'
import { type ClipName, getSentence, isClip, toRoomClip } from '#domain/voice/clips'
import type { VoiceLanguage } from '#domain/voice/languages'
import type { App } from '../context.ts'
import { readShippedClip } from '../storage/voice-clips.ts'
import { getRooms, isShownOnTv } from './queue.ts'

export function getRecordings({ read, cached }: App) {
  return cached('voice recordings', () => read(listRecordings))
}

export async function getVoiceOfCall(
  app: App,
  { sequence, calledAt }: { sequence: number; calledAt?: string | undefined },
  { language, options }: { language: VoiceLanguage; options: TvScope },
) {
  const call = await app.read(db => findCall(db, sequence))
  const isSame = calledAt === undefined || call?.calledAt === calledAt
  return call && isSame && isShownOnTv(app, call, options) ? getVoice(app, call, language) : null
}

type SpokenCall = Pick<Call, 'label' | 'room'>

/** Returns the MP3 of a call, which joins its clips byte for byte. */
export async function getVoice(app: App, call: SpokenCall, language: VoiceLanguage) {
  const clips = await findClips(app, call, language)
  return new Blob(await Promise.all(clips.map(clip => readClip(app, language, clip)))).bytes()
}

async function findClips(app: App, call: SpokenCall, language: VoiceLanguage) {
  const { label, room } = call
  const own = room.id === null ? null : toRoomClip(room.id)
  const isRecorded = own !== null && (await hasRecording(app, language, own))
  const rooms = isRecorded || room.id === null ? [] : await getRooms(app)
  const spokenAs = rooms.find(({ id }) => id === room.id)?.spokenAs
  return getSentence({ label, place: isRecorded ? own : findSpokenPlace(room, spokenAs) }, language)
}

async function hasRecording(app: App, language: VoiceLanguage, clip: ClipName) {
  const all = await getRecordings(app)
  return all.some(recording => recording.language === language && recording.clip === clip)
}

export async function readClip(app: App, language: VoiceLanguage, clip: ClipName) {
  if (await hasRecording(app, language, clip)) {
    const mp3 = await app.read(db => readRecording(db, { language, clip }))
    if (mp3) return new Uint8Array(mp3)
  }
  return isClip(clip) ? readShippedClip(language, clip) : new Uint8Array()
}
