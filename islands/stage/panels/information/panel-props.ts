import type { TvWords } from '#domain/display/words/translate'
import type { Settings } from '#domain/settings-record'
import type { TimeZone } from '#domain/time'
import type { Area } from '../../layout.ts'

export type PanelProps = {
  settings: Settings
  words: TvWords
  now: string
  timeZone: TimeZone
  area: Area
}
