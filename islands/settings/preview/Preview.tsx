import type { ReactNode } from 'react'
import { toastError } from '../../data/toasts.ts'
import type { StageData } from '../../stage/Stage.tsx'
import { Card } from '../../ui/Card.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { useOnDemand } from '../../ui/on-demand.ts'
import { SCENES, type Scene } from './preview-model.ts'

type Props = {
  data: StageData
  scene: Scene
  onSelect(scene: Scene): void
  children: ReactNode
}

const loadStage = () => import('./PreviewStage.tsx').then(loaded => loaded.PreviewStage)

/** Loads the stage after the forms, so that the forms can be used earlier. */
export function Preview({ data, scene, onSelect, children }: Props) {
  const PreviewStage = useOnDemand(loadStage, {
    isWanted: true,
    onFailure: () =>
      toastError('Error', 'The preview could not be loaded. Please reload the page.'),
  })
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
        <div
          className="preview-frame"
          role="img"
          aria-label="TV Display Preview"
          aria-busy={PreviewStage === null}
        >
          {PreviewStage && <PreviewStage data={data} />}
        </div>
        <p className="preview-card__note soft small">
          With your unsaved changes and sample patients. The TVs change when you save.
        </p>
      </Card>
      {children}
    </aside>
  )
}
