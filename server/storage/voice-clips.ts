import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClipName } from '#domain/voice/clips'
import type { VoiceLanguage } from '#domain/voice/languages'
import { ASSETS_ROOT } from '../config/paths.ts'

const clips = new Map<string, Uint8Array<ArrayBuffer>>()

export function readShippedClip(language: VoiceLanguage, clip: ClipName) {
  const path = join(ASSETS_ROOT, 'static/voice', language, `${clip}.mp3`)
  const known = clips.get(path)
  if (known) return known
  const mp3 = readFileSync(path)
  clips.set(path, mp3)
  return mp3
}
