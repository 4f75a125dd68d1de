import { TriangleAlert } from 'lucide-react'
import type { CardTitle } from '#domain/settings/cards'
import type { SettingTexts } from '#domain/settings-record'
import type { StageData } from '../../stage/Stage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { MIN_CONTRAST } from '../../ui/color/shade.ts'
import { Choice } from '../../ui/fields/Choice.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { formatContrast, listHardToRead } from '../hard-to-read.ts'
import { SCENES, type Scene } from './preview-model.ts'

type Props = HardProps & { data: StageData; scene: Scene; onSelect(scene: Scene): void }

/** Loads after the forms, so that the forms can be used earlier. */
const PreviewStage = onDemand(
  () => import('./PreviewStage.tsx').then(loaded => loaded.PreviewStage),
  'The preview could not be loaded. Please reload the page.',
)

export function Preview({ data, scene, onSelect, ...colors }: Props) {
  return (
    <aside className="preview">
      <Card
        className="preview-card"
        title="TV Display Preview"
        aside={
          <Choice
            label="Preview"
            isLabelHidden
            options={SCENES}
            value={scene}
            onChange={onSelect}
          />
        }
      >
        <div className="preview-frame" role="img" aria-label="TV Display Preview">
          <PreviewStage data={data} />
        </div>
        <p className="preview-card__note soft small">
          With your unsaved changes and sample patients. The TVs change when you save.
        </p>
      </Card>
      <HardToRead {...colors} />
    </aside>
  )
}

/** Maximum number of lines that fit below the preview. */
const MAX_SHOWN = 3

type HardProps = {
  settings: SettingTexts
  cards: readonly CardTitle[]
  onFix(change: Partial<SettingTexts>): void
}

function HardToRead({ settings, cards, onFix }: HardProps) {
  const all = listHardToRead(settings, cards)
  return all.slice(0, MAX_SHOWN).map(({ target, name, contrast, fix, fixName }) => (
    <section key={target} className="hard-to-read card row">
      <TriangleAlert className="bad" size={20} aria-hidden />
      <p className="grow">
        <strong>Hard to read from a distance ({formatContrast(contrast)}:1).</strong>
        <br />
        {name}. Aim for {MIN_CONTRAST}:1 or more.
      </p>
      {fix && (
        <Button className="small" aria-label={`${fixName}: ${name}`} onClick={() => onFix(fix)}>
          {fixName}
        </Button>
      )}
    </section>
  ))
}
