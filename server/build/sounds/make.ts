import { join } from 'node:path'
import { DEFAULT_PRESET, isPreset, PRESETS } from '#domain/settings/sounds'
import { loudness } from './loudness'
import { atPeak, mastered } from './master'
import { mp3 } from './mp3'
import { perform } from './perform'
import { SCORES } from './scores'
import { wav } from './wav'

const SOUNDS = join(import.meta.dirname, '../../../static/sounds')

/** `bun server/build/sounds/make.ts` makes all sounds anew. They are computed; none is a recording. */
const DING_DONG = atPeak(perform(SCORES[DEFAULT_PRESET]), 0.9)
const AS_LOUD_AS_DING_DONG = loudness(DING_DONG)

for (const key of Object.keys(SCORES).filter(isPreset)) {
  const isDingDong = key === DEFAULT_PRESET
  const sound = isDingDong ? DING_DONG : mastered(perform(SCORES[key]), AS_LOUD_AS_DING_DONG)
  await Bun.write(join(SOUNDS, `${key}.mp3`), mp3(sound))
  if (!PRESETS[key].endsWith('.wav')) continue
  await Bun.write(join(SOUNDS, PRESETS[key]), wav(sound))
}
