import { join } from 'node:path'
import { DEFAULT_PRESET, isPreset, PRESETS } from '#domain/settings/sounds'
import { measureLoudness } from './loudness'
import { master, normalizePeak } from './master'
import { encodeMp3 } from './mp3'
import { renderScore } from './perform'
import { SCORES } from './scores'
import { encodeWav } from './wav'

const OUT_DIR = join(import.meta.dirname, '../../../static/sounds')

/** `bun server/build/sounds/make.ts` writes all sounds. They are synthesized; none is a recording. */
const DING_DONG = normalizePeak(renderScore(SCORES[DEFAULT_PRESET]), 0.9)
const TARGET_LOUDNESS = measureLoudness(DING_DONG)

for (const key of Object.keys(SCORES).filter(isPreset)) {
  const isDingDong = key === DEFAULT_PRESET
  const sound = isDingDong ? DING_DONG : master(renderScore(SCORES[key]), TARGET_LOUDNESS)
  await Bun.write(join(OUT_DIR, `${key}.mp3`), encodeMp3(sound))
  if (!PRESETS[key].endsWith('.wav')) continue
  await Bun.write(join(OUT_DIR, PRESETS[key]), encodeWav(sound))
}
