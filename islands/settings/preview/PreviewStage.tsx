import { parseTvLanguages } from '#domain/display/words/languages'
import { getTvWords } from '#domain/display/words/translate'
import { PREVIEW_HISTORY_ROWS } from '../../stage/announcements/announcement-queue.ts'
import { Marquee } from '../../stage/panels/information/Marquee.tsx'
import { ScaledStage } from '../../stage/ScaledStage.tsx'
import { Stage, type StageData } from '../../stage/Stage.tsx'

export function PreviewStage({ data }: { data: StageData }) {
  const words = getTvWords(parseTvLanguages(data.settings.tvLanguages) ?? [])
  return (
    <ScaledStage>
      {isPortrait => (
        <Stage
          {...data}
          words={words}
          historyRows={PREVIEW_HISTORY_ROWS}
          marquee={Marquee}
          isPortrait={isPortrait}
          staleSince={null}
        />
      )}
    </ScaledStage>
  )
}
